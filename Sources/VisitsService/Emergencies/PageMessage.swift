import JSON
import VisitsAPI
import VisitsModel
import VisitsViews

/// The message that the pager's command reads from its standard input: one line of JSON (`config/visitsd.yaml`,
/// emergency.tiers). A value that is not known is null. While `version` is 1, members may be added, but none is removed
/// or changed.
struct PageMessage {
  let page: Page
  let placed: PlacedEmergency
  let context: ViewContext

  /// The message as one line of JSON, which ends with a line feed.
  var line: [UInt8] {
    let emergency = placed.emergency
    let json: JSONValue = [
      "version": 1,
      "emergency": .string(emergency.id.rawValue),
      "tier": .integer(Int64(page.tier)),
      "attempt": .integer(Int64(page.attempt)),
      "state": .string(emergency.state.rawValue),
      "stored": .bool(placed.isStored),
      "raises": .integer(Int64(emergency.raises)),
      "worker": .string(placed.worker.name),
      "phone": text(placed.worker.phone),
      "since": .string(Timestamp(milliseconds: emergency.since.milliseconds).text),
      "note": text(emergency.note),
      "client": text(placed.visit?.client.name),
      "address": text(placed.visit?.address),
      "location": emergency.position.map(location) ?? .null,
      "message": .string(EmergencyWords(placed, in: context).page),
    ]
    return json.bytes + [0x0A]
  }

  private func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  private func location(_ position: Position) -> JSONValue {
    [
      "latitude": .number(position.latitude), "longitude": .number(position.longitude),
      "accuracy": position.accuracy.map(JSONValue.number) ?? .null,
    ]
  }
}

import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore

/// An emergency as the spool keeps it: the call that raised it, so that it is made as if the database had taken it at
/// once, and the same call sent again finds it made.
struct SpooledEmergency: Sendable {
  var id: EmergencyID
  var request: ChangeRequest

  init(id: EmergencyID, request: ChangeRequest) {
    self.id = id
    self.request = request
  }

  /// Reads what ``content`` wrote; `nil` for anything else.
  init?(_ record: SpoolRecord) {
    guard let json = try? JSONScanner.parse(record.content), let id = json["id"]?.string,
      let by = json["by"]?.string, let origin = json["origin"]?.string.flatMap(Caller.Origin.init),
      let scope = json["scope"]?.string, let parameters = json["parameters"]
    else { return nil }
    self.init(
      id: EmergencyID(rawValue: id),
      request: ChangeRequest(
        caller: Caller(by: by, origin: origin, scope: scope), method: EmergencyRaise.name,
        requestId: record.requestId, fingerprint: parameters.canonicalBytes, receivedAt: record.at, isUrgent: true))
  }

  /// The call that raised it, with all its parameters.
  var parameters: EmergencyRaise.Parameters {
    get throws {
      guard case .object(var object) = try JSONScanner.parse(request.fingerprint) else { throw UnfitOutcome() }
      object["requestId"] = .string(request.requestId)
      return try EmergencyRaise.read(object).0
    }
  }

  /// As it is kept.
  var content: [UInt8] {
    let json: JSONValue = [
      "id": .string(id.rawValue), "by": .string(request.caller.by), "origin": .string(request.caller.origin.rawValue),
      "scope": .string(request.caller.scope),
      "parameters": (try? JSONScanner.parse(request.fingerprint)) ?? [:],
    ]
    return json.canonicalBytes
  }
}

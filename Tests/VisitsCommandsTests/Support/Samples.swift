import JSON
import JSONRPC
import VisitsCommands

/// Answers as the daemon gives them.
enum Sample {
  static let margaret = visit(
    1, "Margaret Chen", "8:00 AM - 9:00 AM", "completed", "Completed", start: "2026-11-20T15:00:00Z",
    end: "2026-11-20T16:00:00Z")
  static let john = visit(
    2, "John Smith", "10:00 AM - 11:00 AM", "scheduled", "Scheduled", start: "2026-11-20T17:00:00Z",
    end: "2026-11-20T18:00:00Z")

  static let johnID = "0199e0c2-5d80-7000-8000-0000000000a2"

  /// The seed's day (002): two cards, the second late.
  static let today = day([
    card(1, "Margaret Chen", "8:00 AM - 9:00 AM", "123 Oak St, Edmonton", "completed", "✓"),
    card(
      2, "John Smith", "10:00 AM - 11:00 AM", "456 Maple Ave, Edmonton", "scheduled", "○",
      alert: "Late since 10:15 AM"),
  ])

  static func day(_ cards: [JSONValue], _ changes: JSONObject = [:]) -> JSONValue {
    var view: JSONObject = [
      "heading": "Today", "state": "default", "worker": "sarah", "date": "2026-11-20",
      "sync": ["state": "synced", "label": "Synced", "symbol": "checkmark", "pendingChanges": 0],
      "emergency": ["canRaise": true, "label": "Emergency", "hint": "Alerts your office."],
      "cards": .array(cards), "progress": ["completed": 1, "total": 2, "label": "1/2"], "etag": "e1",
    ]
    for member in changes.members { view[member.name] = member.value }
    return .object(view)
  }

  static func card(
    _ number: Int, _ title: String, _ time: String, _ address: String?, _ status: String, _ mark: String,
    alert: String? = nil
  ) -> JSONValue {
    var card: JSONObject = [
      "visit": id(number), "client": "c", "title": .string(title), "time": .string(time),
      "status": .string(status), "mark": .string(mark), "version": 3,
      "accessibilityLabel": .string("\(title), \(address ?? ""). Button."),
    ]
    card["address"] = address.map { .string($0) }
    card["alert"] = alert.map { ["kind": "late", "text": .string($0), "since": "2026-11-20T17:15:00Z"] }
    return .object(card)
  }

  static func visit(
    _ number: Int, _ title: String, _ time: String, _ status: String, _ label: String, start: String, end: String,
    worker: JSONValue = "sarah", workerName: String = "Sarah Johnson", version: Int64 = 3
  ) -> JSONValue {
    [
      "display": [
        "title": .string(title), "worker": .string(workerName), "date": "Friday, November 20, 2026",
        "time": .string(time), "status": .string(label),
        "typed": ["start": .string(typed(start)), "end": .string(typed(end))],
      ],
      "id": id(number), "worker": worker, "client": "c", "start": .string(start), "end": .string(end),
      "status": .string(status), "checkIn": .null, "checkOut": .null, "reason": .null, "missedBy": .null,
      "version": .integer(version),
    ]
  }

  static func johnNow(_ status: String, _ label: String, version: Int64 = 4) -> JSONValue {
    visit(
      2, "John Smith", "10:00 AM - 11:00 AM", status, label, start: "2026-11-20T17:00:00Z",
      end: "2026-11-20T18:00:00Z", version: version)
  }

  static func notFound(_ thing: String, _ id: String) -> RPCError {
    RPCError(
      code: 1404, kind: "notFound", message: "There is no \(thing) \"\(id)\".",
      data: ["thing": .string(thing), "id": .string(id)])
  }

  /// An instant of a day in November as it is typed in Edmonton.
  private static func typed(_ instant: String) -> String {
    let hour = Int(instant.dropFirst(11).prefix(2)) ?? 0
    return "\(instant.prefix(11))\(hour < 17 ? "0" : "")\(hour - 7):00"
  }

  static func id(_ number: Int) -> JSONValue { .string("0199e0c2-5d80-7000-8000-0000000000a\(number)") }
}

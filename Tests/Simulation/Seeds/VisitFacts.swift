import FHIR
import VisitsModel

/// What a visit comes to, told from either side without the product's own mapping (`sync.md`, Mapping of states).
struct VisitFacts: Hashable {
  var start: Int64
  var end: Int64
  var worker: String?
  var client: String?
  var note: String?
  var life: String

  /// A visit that is here.
  init(_ visit: Visit) {
    (start, end) = (visit.start.milliseconds, visit.end.milliseconds)
    (worker, client, note) = (visit.worker?.rawValue, visit.client.rawValue, visit.note)
    let came = visit.life.checkIn.map { " \($0.at.milliseconds)" } ?? " ?"
    let left = visit.life.checkOut.map { " \($0.at.milliseconds)" } ?? " ?"
    life =
      switch visit.life {
      case .scheduled: "scheduled"
      case .inProgress: "inProgress" + came
      case .completed: "completed" + came + left
      case .cancelled(let reason, _): "cancelled \(reason)" + came
      case .missed(_, let reason): "missed \(reason)"
      }
  }

  /// An Appointment with the Encounter that belongs to it.
  init(_ appointment: JSONDocument, _ encounter: JSONDocument?) {
    func time(_ text: String?) -> Int64? { text.flatMap { try? FHIRInstant($0) }?.milliseconds }
    start = time(appointment["start"]?.string) ?? 0
    end = time(appointment["end"]?.string) ?? 0
    note = appointment["comment"]?.string
    let actors = (appointment["participant"]?.items ?? []).compactMap { $0["actor"]?["reference"]?.string }
    func id(of type: String) -> String? {
      actors.first { $0.hasPrefix(type + "/") }.map { String($0.dropFirst(type.utf8.count + 1)) }
    }
    (worker, client) = (id(of: "Practitioner"), id(of: "Patient"))
    let period = encounter?["period"]
    let came = time(period?["start"]?.string).map { " \($0)" } ?? " ?"
    let left = time(period?["end"]?.string).map { " \($0)" } ?? " ?"
    let reason = appointment["cancelationReason"]?["text"]?.string ?? ""
    life =
      switch (appointment["status"]?.string, encounter?["status"]?.string) {
      case ("cancelled", "entered-in-error"), ("cancelled", nil): "cancelled \(reason) ?"
      case ("cancelled", _): "cancelled \(reason)" + came
      case ("noshow", _): "missed \(reason)"
      case (_, "in-progress"): "inProgress" + came
      case (_, "finished"): "completed" + came + left
      case ("fulfilled", _): "completed ? ?"
      default: "scheduled"
      }
  }

  /// One of its values, by its name.
  subscript(name: String) -> String {
    switch name {
    case "life": life
    case "start": "\(start)"
    case "worker": worker ?? ""
    default: note ?? ""
    }
  }

  /// Whether one of its values is this; of a note the lines count, since both sides may have added some (`sync.md`,
  /// Writing: item by item).
  func says(_ value: String, as name: String) -> Bool {
    guard name == "note", !value.isEmpty else { return self[name] == value }
    return Set(value.split(separator: "\n")).isSubset(of: self[name].split(separator: "\n"))
  }

  /// Whether several tell together what happened: each side may have corrected another check (`sync.md`, Writing: item
  /// by item).
  static func tell(_ value: String, as name: String, by facts: [VisitFacts]) -> Bool {
    let items = value.split(separator: " ")
    guard name == "life", items.count == 3, items[0] == "completed" else { return false }
    let lives = facts.map { $0.life.split(separator: " ") }.filter { $0.count == 3 && $0[0] == items[0] }
    return [1, 2].allSatisfy { item in lives.contains { $0[item] == items[item] } }
  }

  /// In which of its values it differs from another.
  func differences(from other: VisitFacts) -> String {
    var all: [String] = []
    if (start, end) != (other.start, other.end) { all.append("\(start)-\(end) is \(other.start)-\(other.end)") }
    if worker != other.worker { all.append("\(worker ?? "") is \(other.worker ?? "")") }
    if client != other.client { all.append("\(client ?? "") is \(other.client ?? "")") }
    if note != other.note { all.append("\(note ?? "no note") is \(other.note ?? "no note")") }
    if life != other.life { all.append("\(life) is \(other.life)") }
    return all.joined(separator: ", ")
  }
}

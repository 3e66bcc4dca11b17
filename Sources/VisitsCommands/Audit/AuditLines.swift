import Catalog
import CommandCatalog
import JSON

/// An entry of the audit as a person reads it: when, by what and by whom; of what; and what is different since.
struct AuditLines {
  /// What is told of a visit or a person, in order; what either does not have is no difference.
  private static let facts: [(name: FactPhrase, path: [String])] =
    own + (PersonFacts.name + PersonFacts.address).map { ($0.name, [$0.member]) }

  private static let own: [(name: FactPhrase, path: [String])] = [
    (.client, ["display", "title"]), (.name, ["name"]), (.worker, ["display", "worker"]), (.title, ["title"]),
    (.due, ["display", "condition"]), (.done, ["done"]), (.doneAt, ["time"]), (.outcome, ["outcomeLabel"]),
    (.reason, ["reason"]),
    (.days, ["display", "days"]), (.date, ["display", "date"]), (.time, ["display", "time"]),
    (.until, ["display", "until"]), (.status, ["display", "status"]), (.came, ["display", "checkIn"]),
    (.left, ["display", "checkOut"]), (.beside, ["attendances"]), (.missedBy, ["missedBy"]), (.address, ["address"]),
    (.virtual, ["virtual", "text"]),
    (.service, ["service"]), (.purpose, ["purpose"]), (.instruction, ["instruction"]),
    (.note, ["note"]), (.phone, ["phone"]), (.access, ["accessNote"]), (.emergencyContact, ["emergencyContact"]),
    (.birthDate, ["birthDate"]), (.location, ["location"]), (.photo, ["photo"]), (.timeZone, ["timeZone"]),
    (.language, ["locale"]), (.timeCritical, ["timeCritical"]), (.active, ["active"]), (.deceased, ["deceased"]),
    (.raised, ["raises"]),
    (.trials, ["trials"]), (.successes, ["successes"]),
    (.acknowledgedBy, ["acknowledged", "by"]), (.resolvedBy, ["resolved", "by"]),
  ]

  private let entry: JSONValue
  private let deviceNames: [String: String]

  /// - Parameters:
  ///   - entry: The entry as the API shows it.
  ///   - deviceNames: The names of devices, by id.
  init(_ entry: JSONValue, deviceNames: [String: String]) {
    self.entry = entry
    self.deviceNames = deviceNames
  }

  /// The lines on a screen.
  func lines(on screen: Screen) -> [String] {
    let head = "\(text("moment"))  \(text("method"))  \(text("by")) (\(text("from")))"
    let details = changes + report + (entry["reason"]?.string.map { [FactPhrase.reasonIs([.reason: $0])] } ?? [])
    return screen.paragraph(head, .bold) + screen.paragraph(thing, indent: 2)
      + details.flatMap { screen.paragraph($0, indent: 4) }
  }

  /// "Status: Scheduled → In progress"; nothing of what is new.
  private var changes: [String] {
    guard let before = entry["before"], before != .null else { return [] }
    return Self.facts.compactMap { name, path in
      // Why a visit was cancelled or missed is the reason of its entry, and stands below.
      guard name != .reason || entry["topic"] == "taskRecord" else { return nil }
      let (was, became) = (words(before, path), words(entry["after"], path))
      guard was != became else { return nil }
      return FactPhrase.change([.name: name.text, .before: was ?? "–", .after: became ?? "–"])
    }
  }

  /// From which device it comes, and the time that the device sent.
  private var report: [String] {
    let device = entry["device"]?.string.map { FactPhrase.deviceIs([.name: deviceNames[$0] ?? String($0.suffix(8))]) }
    return [device, entry["told"]?.string.map { FactPhrase.toldIs([.time: $0]) }].compactMap(\.self)
  }

  /// The visit, the person, the emergency, the device or the series as it is since.
  private var thing: String {
    [entry["clientName"]?.string, thingItself].compactMap(\.self).joined(separator: ", ")
  }

  private var thingItself: String {
    guard let after = entry["after"] else { return "" }
    return switch entry["topic"] {
    case "emergency": EmergencyWords(after).sentence
    case "device": DeviceWords(after).sentence
    case "task": TaskWords(after).sentence
    case "taskRecord": after["words"]?.string ?? ""
    case "goal": GoalWords(after).sentence
    case "session": SessionWords(after).sentence
    case "series": SeriesWords(after).sentence
    case "absence": AbsenceWords(after).sentence
    default: after["display"] == nil ? after["name"]?.string ?? "" : VisitWords(after).sentence
    }
  }

  private func text(_ name: String) -> String { entry[name]?.string ?? "" }

  private func words(_ thing: JSONValue?, _ path: [String]) -> String? {
    if path == ["attendances"] { return AttendanceWords(thing, deviceNames: deviceNames).text }
    return switch path.reduce(thing, { $0?[$1] }) {
    case nil, .null: nil
    case .string(let text): path == ["missedBy"] ? FactPhrase.who(text) : text
    case .bool(let isSo): (isSo ? FactPhrase.yes : .no).text
    case .array(let parts): parts.isEmpty ? nil : parts.map { $0.string ?? $0.text }.joined(separator: ", ")
    case let value?: value.text
    }
  }
}

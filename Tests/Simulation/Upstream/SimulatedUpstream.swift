import FHIR
import VisitsModel

/// A FHIR server as a value: what it keeps, and how it answers just what goes over the wire.
struct SimulatedUpstream {
  static let base = "https://ehr.example/fhir"

  /// One version of a record.
  struct Version {
    var number: Int
    /// When it was made, by the server's clock.
    var at: Instant
    /// From when on others see it: a commit may become visible late.
    var visibleAt: Instant
    /// `nil`: it was deleted.
    var json: JSONDocument?
    var bytes: [UInt8]
    /// Whether it is the daemon's work.
    var isOurs: Bool
  }

  /// A refusal by the server's own rules.
  struct Refusal {
    var status: Int
    var words: String
  }

  /// How it behaves, beside what it can do.
  struct Habits {
    /// By how much its clock is wrong, in milliseconds.
    var skew: Int64 = 0
    /// A search sees what was there so long ago, in milliseconds.
    var indexLag: Int64 = 0
    /// How many records a page holds, whatever was asked for.
    var pageSize = 200
    /// A page begins with the last record of the one before.
    var repeatsRows = false
    /// In how many of a hundred cases a page has expired when it is asked for.
    var expiresPages: UInt64 = 0
    /// Whether a write is answered with what is kept now.
    var answersWithRecord = true
    /// Whether it adds something of its own to what it is sent.
    var addsToRecords = false
    /// What it makes of what it is sent.
    var keeps: (JSONDocument) -> JSONDocument = { $0 }
    /// The most records of a transaction.
    var mostEntries = Int.max
    /// Whether it says that it takes transactions and does not.
    var liesAboutTransactions = false
  }

  /// Every version of every record, the oldest first.
  private(set) var records: [String: [Version]] = [:]
  /// In the order in which they were made, so that a search answers the same in every run.
  private(set) var order: [String] = []
  /// What it can do.
  var types = ["Appointment", "Encounter", "Flag", "Task", "Goal", "Observation"]
  var takesOurIds = true
  var takesTransactions = true
  /// Whether it gives the history of a type.
  var hasHistories = false
  var habits = Habits()
  /// What it refuses by its own rules.
  var rule: (JSONDocument) -> Refusal? = { _ in nil }
  /// Where its moods come from.
  var numbers = SeededNumbers(seed: 1)
  /// What a client must never do, as soon as it has.
  private(set) var misdeeds: [String] = []
  private var lastID = 0
  private var owners: [String: String] = [:]

  /// What its clock says.
  func now(_ clock: SimulatedClock) -> Instant { clock.now.adding(milliseconds: habits.skew) }

  /// A record as it is now.
  func record(_ name: String) -> JSONDocument? { records[name]?.last?.json }

  /// Every record of a type as it is now.
  func all(_ type: String) -> [JSONDocument] { names(of: type).compactMap { record($0) } }

  /// Every record of a type that there ever was.
  func names(of type: String) -> [String] { order.filter { $0.hasPrefix(type + "/") } }

  /// Whether the daemon made the record first.
  func isMadeByUs(_ name: String) -> Bool { records[name]?.first?.isOurs ?? false }

  /// Whether anybody else has written it since it was made.
  func isTouchedByOthers(_ name: String) -> Bool { records[name]?.dropFirst().contains { !$0.isOurs } ?? false }

  /// Somebody else writes a record.
  ///
  /// - Parameter late: After how many milliseconds it becomes visible.
  mutating func put(_ json: String, at now: Instant, late: Int64 = 0) throws {
    let json = try JSONDocument(json: Array(json.utf8))
    let name = "\(json["resourceType"]?.string ?? "")/\(json["id"]?.string ?? "")"
    keep(json, as: name, at: now, late: late, isOurs: false)
  }

  /// Somebody else changes a record.
  mutating func edit(_ name: String, at now: Instant, _ body: (inout JSONDocument) -> Void) {
    guard var json = record(name) else { return }
    body(&json)
    keep(json, as: name, at: now, isOurs: false)
  }

  /// Somebody else deletes a record.
  mutating func delete(_ name: String, at now: Instant) {
    guard let last = records[name]?.last, last.json != nil else { return }
    records[name]?.append(
      Version(number: last.number + 1, at: now, visibleAt: now, json: nil, bytes: [], isOurs: false))
  }

  /// The server is restored from a backup: later versions of a record never were, and their numbers are given once more.
  mutating func restore(_ name: String, to number: Int) {
    records[name]?.removeAll { $0.number > number }
  }

  /// Another system takes the place of this one: every visit's records are there with new ids, and no longer with the old.
  ///
  /// - Parameters:
  ///   - written: When it says that they were written; by default now.
  ///   - change: What it makes of each besides.
  mutating func renumber(
    at now: Instant, writtenAt written: Instant? = nil, _ change: (inout JSONDocument) -> Void = { _ in }
  ) {
    for name in names(of: "Appointment") + names(of: "Encounter") {
      guard var json = record(name) else { continue }
      let parts = name.split(separator: "/")
      if let old = json["appointment"]?.items.first?["reference"]?.string?.split(separator: "/").last {
        json["appointment"] = [["reference": .string("Appointment/new-\(old)")]]
      }
      change(&json)
      delete(name, at: now)
      keep(json, as: "\(parts[0])/new-\(parts[1])", at: written ?? now, isOurs: false)
    }
  }

  @discardableResult
  mutating func keep(
    _ json: JSONDocument, as name: String, at now: Instant, late: Int64 = 0, isOurs: Bool
  ) -> Version {
    let number = (records[name]?.last?.number ?? 0) + 1
    var json = json
    json["id"] = .string(String(name.split(separator: "/")[1]))
    json["meta", default: [:]]["versionId"] = .string("\(number)")
    json["meta", default: [:]]["lastUpdated"] = .string(now.fhirText)
    if isOurs { judge(json, as: name, isNew: number == 1) }
    if isOurs { json = habits.keeps(json) }
    if isOurs, habits.addsToRecords { json["language"] = "en" }
    let version = Version(
      number: number, at: now, visibleAt: now.adding(milliseconds: late), json: json, bytes: json.json, isOurs: isOurs)
    if records[name] == nil { order.append(name) }
    records[name, default: []].append(version)
    return version
  }

  /// Looks at what the daemon writes for what it must never do.
  private mutating func judge(_ json: JSONDocument, as name: String, isNew: Bool) {
    if isNew, let own = json["identifier"]?.items.last?["value"]?.string {
      if let other = owners[own] { misdeeds.append("\(name) is \(other) made twice") }
      owners[own] = name
    }
    guard let before = records[name]?.last(where: \.isOurs)?.json else { return }
    if let last = before.noted, let new = json.noted, new < last {
      misdeeds.append("\(name): note \(new) came after \(last)")
    }
    // Somebody else's member that we know nothing of.
    if before["priority"] != nil, json["priority"] == nil { misdeeds.append("\(name) has lost its priority") }
  }

  /// Notes what a client must never do.
  mutating func accuse(_ words: String) { misdeeds.append(words) }

  func refusal(_ status: Int, _ words: String) -> FHIRAnswer {
    let outcome: JSONDocument = [
      "resourceType": "OperationOutcome",
      "issue": [["severity": "error", "code": "processing", "diagnostics": .string(words)]],
    ]
    return FHIRAnswer(status: status, contentType: "application/fhir+json", body: outcome.json)
  }

  func told(_ version: Version, status: Int) -> FHIRAnswer {
    FHIRAnswer(
      status: status, version: "\(version.number)", contentType: "application/fhir+json", body: version.bytes)
  }

  mutating func freeName(_ type: String) -> String {
    lastID += 1
    return "\(type)/s\(lastID)"
  }
}

extension JSONDocument {
  /// The number of one of the daemon's notes, which count up.
  fileprivate var noted: Int? {
    guard let text = self["comment"]?.string, text.hasPrefix("note ") else { return nil }
    return Int(text.dropFirst(5))
  }
}

extension Instant {
  /// As FHIR writes it.
  var fhirText: String { FHIRInstant(milliseconds: milliseconds).description }
}

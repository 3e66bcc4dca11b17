import FHIR
import VisitsModel

@testable import VisitsStore

/// The promises of `sync.md`: those that hold at every step are checked at every step.
final class Promises {
  let agency: Agency
  /// What was not kept.
  private(set) var broken: [String] = []
  /// Records that upstream has refused, by their names.
  var locked: Set<String> = []
  /// Records that somebody has deleted upstream.
  var deleted: Set<String> = []
  /// Whether upstream refuses nothing by its own rules any more.
  var isRuleOff = true
  /// Whether a conflict was made up by the weather.
  var mayConflict = false
  /// Whether something was forbidden by the weather.
  var mayForbid = false
  /// What was answered: of each visit the version, and what was last said of each of its values.
  private var versions: [VisitID: Int] = [:]
  /// The version that was answered of what was recorded beside visits.
  var careVersions: [SyncThing: Int] = [:]
  private(set) var said: [VisitID: [String: String]] = [:]
  private var seen = (life: 0, commits: 0, misdeeds: 0)
  private(set) var records: [SyncThing: Set<String>] = [:]
  private var backAt: Instant?

  init(_ agency: Agency) { self.agency = agency }

  func fail(_ words: @autoclosure () -> String) {
    agency.simulation.say("BROKEN: \(words())")
    broken.append(words())
  }

  /// A change was answered.
  ///
  /// - Parameter said: The values that it was about.
  func answered(_ outcome: ChangeOutcome, _ said: [String]) {
    guard case .visits(let visits) = outcome else { return }
    for visit in visits {
      versions[visit.id] = visit.version
      let facts = VisitFacts(visit)
      for name in said { self.said[visit.id, default: [:]][name] = facts[name] }
    }
  }

  /// A change was made of which nobody knows whether it is on disk.
  func unanswered(_ id: VisitID, _ said: [String]) {
    for name in said { self.said[id]?[name] = nil }
  }

  /// Every visit that is here.
  func visits() throws -> [VisitID] {
    try agency.simulation.store.readNow(Self.visits)
  }

  /// Whether somebody needs help.
  func isEmergencyOpen() throws -> Bool {
    try agency.simulation.store.readNow { reader in
      try reader.db.first("SELECT 1 FROM emergencies WHERE resolvedAt IS NULL", []) { _ in true } ?? false
    }
  }

  static func visits(_ reader: StoreReader) throws -> [VisitID] {
    try reader.db.all("SELECT id FROM visits ORDER BY row") { VisitID(rawValue: $0.text(0)) }
  }

  /// What must hold at every step.
  func check() throws {
    let simulation = agency.simulation
    let now = (simulation.life, simulation.commits, simulation.upstream.misdeeds.count)
    guard now != (seen.life, seen.commits, seen.misdeeds), broken.isEmpty else { return }
    seen = now
    if let misdeed = simulation.upstream.misdeeds.first { return fail("2, 3: \(misdeed)") }
    try simulation.store.readNow { reader in
      for id in try Self.visits(reader) {
        guard let visit = try reader.visit(id) else { continue }
        if let version = versions[id], visit.version < version {
          return fail("1: \(id.rawValue.suffix(6)) was answered as \(version), and is \(visit.version)")
        }
        guard !visit.isWithdrawn else {
          try checkTakenBack(visit, reader)
          continue
        }
        switch try reader.syncState(of: SyncThing(.visit, id.rawValue)) {
        case .local: return fail("4: \(id.rawValue.suffix(6)) does not wait and was never sent")
        case .synced: try checkConfirmed(visit, reader)
        case .pending, .parked: break
        }
      }
      try checkCare(reader)
    }
  }

  /// What is withdrawn was taken back upstream: that a search has not found it proves nothing.
  private func checkTakenBack(_ visit: Visit, _ reader: StoreReader) throws {
    let thing = SyncThing(.visit, visit.id.rawValue)
    note(try reader.agreed(on: thing))
    let names = records[thing, default: []].filter { $0.hasPrefix("Appointment/") }
    let versions = names.flatMap { agency.simulation.upstream.records[$0] ?? [] }
    let isTakenBack = versions.contains { $0.json.map { $0["status"] == "entered-in-error" } ?? true }
    if !isTakenBack { fail("4: \(visit.id.rawValue.suffix(6)) is withdrawn, and was never taken back") }
  }

  /// What is called synced stands here as it stood upstream in the very versions that were confirmed.
  private func checkConfirmed(_ visit: Visit, _ reader: StoreReader) throws {
    let upstream = agency.simulation.upstream
    let agreed = try reader.agreed(on: SyncThing(.visit, visit.id.rawValue))
    note(agreed)
    func version(_ record: AgreedRecord) -> JSONDocument? {
      upstream.records["\(record.address.type)/\(record.address.id)"]?.first { "\($0.number)" == record.version }?.json
    }
    guard let record = agreed.first(where: { $0.address.type == "Appointment" }), let appointment = version(record)
    else { return fail("5: \(visit.id.rawValue.suffix(6)) is called synced, and its version was never there") }
    let encounters = agreed.filter { $0.address.type == "Encounter" }.compactMap(version)
    let encounter = encounters.last { $0["status"] != "entered-in-error" } ?? encounters.last
    let there = VisitFacts(appointment, encounter)
    let here = VisitFacts(visit)
    if here != there {
      fail("5: \(visit.id.rawValue.suffix(6)) is called synced, and upstream: \(here.differences(from: there))")
    }
  }

  /// Remembers which records a thing has, or had before they were gone.
  func note(_ agreed: [AgreedRecord]) {
    for record in agreed { records[record.thing, default: []].insert("\(record.address.type)/\(record.address.id)") }
  }

  /// The network is back.
  func networkIsBack() { backAt = agency.simulation.clock.now }

  /// Within five seconds, and a few ways there and back, every emergency has arrived.
  func expectEmergencies(_ ids: [EmergencyID]) {
    let upstream = agency.simulation.upstream
    for id in ids {
      let flags = upstream.names(of: "Flag").filter { upstream.records[$0]?.first?.json?.isOf(id.rawValue) ?? false }
      guard let flag = flags.first, let at = upstream.records[flag]?.first?.at else {
        fail("7: emergency \(id.rawValue.suffix(2)) has not arrived")
        continue
      }
      let arrived = at.adding(milliseconds: -upstream.habits.skew)
      if let backAt, arrived > backAt.adding(milliseconds: 5_200) {
        fail("7: emergency \(id.rawValue.suffix(2)) came late")
      }
    }
  }
}

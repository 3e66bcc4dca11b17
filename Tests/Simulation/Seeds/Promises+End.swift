import FHIR
import VisitsModel

@testable import VisitsStore

extension Promises {
  /// What must hold once the faults are over.
  ///
  /// - Parameter areDeletionsKnown: Whether a night has passed, in which what is gone upstream is looked for.
  func checkEnd(areDeletionsKnown: Bool = false) throws {
    let simulation = agency.simulation
    guard broken.isEmpty else { return }
    try simulation.store.readNow { reader in
      let rows = try reader.rows()
      if rows.pending > 0 { fail("6: \(rows.pending) still wait") }
      let problems = try reader.problems().map(\.problem)
      let parked = problems.filter { $0.kind == .parked }
      if rows.parked != parked.count { fail("4: \(rows.parked) are parked, \(parked.count) with words") }
      for problem in problems { checkCause(of: problem, try names(problem, reader)) }
      var known: Set<String> = []
      for id in try Self.visits(reader) {
        guard let visit = try reader.visit(id) else { continue }
        let thing = SyncThing(.visit, id.rawValue)
        note(try reader.agreed(on: thing))
        let name = records[thing, default: []].first { $0.hasPrefix("Appointment/") }
        if let name { known.insert(name) }
        // A person is to see to it: until then it need not be agreed on.
        if try reader.syncState(of: thing) == .parked { known.formUnion(madeFor(id)) }
        let isParked = try reader.syncState(of: thing) == .parked
        try checkKept(visit, name, isParked: isParked, reader)
        if !isParked { checkAgreed(visit, name, areDeletionsKnown: areDeletionsKnown) }
      }
      try checkCareAgreed(reader)
      checkNoGap(known)
    }
  }

  /// Where nothing changes, nothing but changes is asked for, and now and then what of these days is there still.
  func expectIdle(_ requests: ArraySlice<String>) {
    for request in requests {
      if request.contains("?date="), !request.contains("_elements=") {
        return fail("8: a day that is here is fetched again: \(request)")
      }
      if !request.hasPrefix("GET") { return fail("5: nothing waits, and there is \(request)") }
    }
  }

  /// The records upstream that a problem may be about.
  private func names(_ problem: SyncProblem, _ reader: StoreReader) throws -> [String] {
    let thing = SyncThing(rawValue: problem.subject)
    if let parts = thing.parts, parts.topic.isOursAlone { return upstreamNames(of: parts.id) }
    guard let visit = thing.visit else { return [problem.subject] }
    note(try reader.agreed(on: thing))
    let upstream = agency.simulation.upstream
    // Some may be there of which nobody here has heard yet.
    let own = records[thing, default: []].union(madeFor(visit))
    let encounters = upstream.names(of: "Encounter").filter { name in
      let made = upstream.records[name]?.first?.json
      return made?["appointment"]?.items.first?["reference"]?.string.map(own.contains) ?? false
    }
    return own.union(encounters).sorted()
  }

  /// The Appointments that say that they are this visit.
  private func madeFor(_ visit: VisitID) -> [String] {
    let upstream = agency.simulation.upstream
    return upstream.names(of: "Appointment").filter { upstream.records[$0]?.first?.json?.isOf(visit.rawValue) ?? false }
  }

  /// Nobody is told of a problem that there is not.
  private func checkCause(of problem: SyncProblem, _ names: [String]) {
    let upstream = agency.simulation.upstream
    let isTouched = names.contains { upstream.isTouchedByOthers($0) || deleted.contains($0) }
    let hasCause: Bool
    switch (problem.kind, problem.words) {
    // Its words may have been cut off on the way.
    case (.parked, "locked"), (.parked, "422"): hasCause = !locked.isEmpty
    case (.parked, "unknown"): hasCause = !upstream.takesOurIds
    case (.parked, "conflict"): hasCause = mayConflict || isTouched
    case (.parked, "failing"):
      let topic = SyncThing(rawValue: problem.subject).parts?.topic
      hasCause = mayForbid && topic?.isOursAlone == true && topic != .emergency
    // The weather has answered in the server's place.
    case (.overruled, "simplest"): hasCause = SyncThing(rawValue: problem.subject).emergency != nil
    default: hasCause = isTouched
    }
    if !hasCause { fail("4: false alarm, \(problem.kind) \(problem.words) of \(names) \(problem.subject)") }
  }

  /// What was said here last stands here, or has stood upstream, or is shown to a person.
  private func checkKept(_ visit: Visit, _ name: String?, isParked: Bool, _ reader: StoreReader) throws {
    guard let said = said[visit.id], !isParked else { return }
    let facts = VisitFacts(visit)
    let upstream = agency.simulation.upstream
    let appointments = (name.flatMap { upstream.records[$0] } ?? []).compactMap(\.json)
    let encounters: [JSONDocument?] =
      [nil]
      + upstream.names(of: "Encounter").flatMap { upstream.records[$0] ?? [] }.compactMap(\.json).filter {
        $0["appointment"]?.items.first?["reference"]?.string == name
      }
    let shown = try reader.db.all(
      "SELECT words FROM problems WHERE subject = ?", [.text(SyncThing(.visit, visit.id.rawValue).rawValue)]
    ) { $0.text(0) }
    for (value, last) in said.sorted(by: { $0.key < $1.key }) where shown.isEmpty && !facts.says(last, as: value) {
      let stood = appointments.flatMap { appointment in encounters.map { VisitFacts(appointment, $0) } }
      let isKept = stood.contains { $0.says(last, as: value) } || VisitFacts.tell(last, as: value, by: stood + [facts])
      if !isKept { fail("4: \(visit.id.rawValue.suffix(6)): \(last) was said, and is now \(facts[value])") }
    }
  }

  /// Both sides say the same.
  private func checkAgreed(_ visit: Visit, _ name: String?, areDeletionsKnown: Bool) {
    let upstream = agency.simulation.upstream
    let id = visit.id.rawValue.suffix(6)
    if visit.isWithdrawn {
      guard let name, let record = upstream.record(name), record["status"] != "entered-in-error" else { return }
      return fail("6: \(id) is withdrawn here, and \(name) is \(record["status"]?.string ?? "") there")
    }
    guard let name else { return fail("6: \(id) was never agreed on") }
    guard let record = upstream.record(name) else {
      let day = agency.simulation.zone.day(of: visit.start)
      if areDeletionsKnown, agency.simulation.window.contains(day) { fail("6: \(name) is deleted, and \(id) is here") }
      return
    }
    if record["status"] == "entered-in-error" { return fail("6: \(name) is entered in error, and \(id) is here") }
    let encounters = upstream.all("Encounter").filter { $0["appointment"]?.items.first?["reference"]?.string == name }
    let encounter = encounters.last { $0["status"] != "entered-in-error" } ?? encounters.last
    let there = VisitFacts(record, encounter)
    let here = VisitFacts(visit)
    if here != there { fail("6: \(name), \(id) differs: \(here.differences(from: there))") }
  }

  /// All that is booked for the days that are kept here is here.
  private func checkNoGap(_ known: Set<String>) {
    let simulation = agency.simulation
    for name in simulation.upstream.names(of: "Appointment") where !known.contains(name) {
      guard let record = simulation.upstream.record(name), record["status"] != "entered-in-error" else { continue }
      let day = simulation.zone.day(of: Instant(milliseconds: VisitFacts(record, nil).start))
      if simulation.window.contains(day) { fail("8: \(name) is not here") }
    }
  }
}

import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("What was recorded of a visit whose records get new ids", .ownThread)
struct RenumberedRecordTests {
  /// Every visit that stands here.
  private func all(_ agency: Agency) throws -> [VisitID] {
    try agency.simulation.store.readNow { try $0.visits(VisitFilter(), limit: 100).visits.map(\.visit.id) }
  }

  /// Two workers make a visit, and the first of them has made it.
  private func doubleHanded() throws -> Agency {
    let agency = try Agency(visits: [])
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Appointment","id":"a","status":"booked","start":"\(Agency.nine.fhirText)",
       "end":"\(Agency.nine.adding(minutes: 60).fhirText)","participant":[
        {"actor":{"reference":"Patient/margaret-chen"},"status":"accepted"},
        {"actor":{"reference":"Practitioner/sarah"},"status":"accepted"},
        {"actor":{"reference":"Practitioner/james"},"status":"accepted"}]}
      """, at: agency.there)
    try agency.simulation.run(seconds: 60)
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    return agency
  }

  /// Each worker's visit in few words.
  private func standing(_ agency: Agency) throws -> [String] {
    try agency.simulation.store.readNow { reader in
      try reader.visits(VisitFilter(), limit: 100).visits.map {
        "\($0.visit.worker?.rawValue ?? "open") \($0.visit.service ?? "-") \($0.visit.status.rawValue)"
      }.sorted()
    }
  }

  @Test("stays the worker's who did it where an Appointment of two workers gets a new id", arguments: [false, true])
  func renumberedPair(isTurned: Bool) throws {
    let agency = try doubleHanded()
    let before = try standing(agency)
    #expect(before.sorted() == ["james - scheduled", "sarah - completed"])
    agency.simulation.upstream.renumber(at: agency.there) { json in
      guard isTurned, let participants = json["participant"]?.items, participants.count == 3 else { return }
      json["participant"] = .array([participants[0], participants[2], participants[1]])
    }
    try agency.simulation.run(seconds: 120)
    #expect(try standing(agency) == before)
    #expect(try agency.problems == [])
  }

  @Test("stays with its service where two visits of one worker at one time get new ids")
  func renumberedTwins() throws {
    let agency = try Agency()
    try agency.book("b", at: Agency.nine)
    agency.simulation.upstream.edit("Appointment/b", at: agency.there) { $0["serviceType"] = [["text": "Medicine"]] }
    try agency.simulation.run(seconds: 60)
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    let before = try standing(agency)
    #expect(before == ["sarah Medicine scheduled", "sarah Personal care completed"])
    agency.simulation.upstream.renumber(at: agency.there)
    try agency.simulation.run(seconds: 120)
    #expect(try standing(agency) == before)
    #expect(try agency.find("new-b")?.status == .scheduled)
    #expect(try agency.checks(of: "new-a") == [2, 58])
  }

  @Test("stands once where only a comparison meets the record with the new id, and where it had not been sent")
  func renumberedUnsent() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    simulation.upstream.renumber(at: agency.there, writtenAt: Agency.nine.adding(minutes: -600))
    try simulation.run(seconds: 20 * 60)
    #expect(try standing(agency) == ["sarah Personal care completed"])
    #expect(try agency.checks(of: "new-a") == [2, 58])
  }

  @Test("stands once where upstream gives all of its records new ids")
  func renumbered() throws {
    let agency = try Agency(visits: ["a", "b"])
    let simulation = agency.simulation
    try agency.complete("a")
    let own = try agency.added()
    try agency.change(own) { visit, now in
      visit.life = .completed(
        checkIn: Check(at: visit.start, receivedAt: now, method: .device),
        checkOut: Check(at: visit.end, receivedAt: now, method: .device))
    }
    try simulation.run(seconds: 60)
    let before = try all(agency)
    simulation.upstream.renumber(at: agency.there)
    try simulation.run(seconds: 120)
    #expect(try all(agency) == before)
    #expect(try agency.checks(of: "new-a") == [2, 58])
    #expect(try agency.visit("new-b").status == .scheduled)
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
    // What comes next goes to where it stands now.
    try agency.complete("new-b")
    try simulation.run(seconds: 60)
    #expect(simulation.upstream.record("Appointment/new-b")?["status"] == "fulfilled")
  }
}

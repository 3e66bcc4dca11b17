import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("A record that cannot be taken in", .ownThread)
struct UnreadTests {
  /// Runs for five minutes.
  ///
  /// - Returns: Whether a pull said that it carries something, and how many changes were made.
  private func watch(_ agency: Agency) throws -> (isCarrying: Bool, changes: Bool) {
    var isCarrying = false
    agency.simulation.happened = { if $0.daemon.pull.isCarrying { isCarrying = true } }
    let before = try agency.simulation.store.readNow { try $0.cursor.text }
    try agency.simulation.run(seconds: 300)
    let after = try agency.simulation.store.readNow { try $0.cursor.text }
    return (isCarrying, before != after)
  }

  @Test("is no news as long as it stays the same, and is taken in as soon as it is well")
  func quiet() throws {
    let agency = try Agency()
    try agency.book("b", at: Agency.nine.adding(minutes: 120), worker: "nobody")
    try agency.simulation.run(seconds: 60)
    #expect(try agency.problems.count == 1)
    #expect(try watch(agency) == (false, false))
    try agency.simulation.upstream.put(
      #"{"resourceType":"Practitioner","id":"nobody","name":[{"text":"Ann Lee"}]}"#, at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.find("b")?.worker != nil)
    #expect(try agency.problems == [])
  }

  @Test("since a person must see to it first is no news either")
  func parked() throws {
    let agency = try Agency()
    try agency.complete("a")
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "cancelled" }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    #expect(try watch(agency) == (false, false))
  }

  @Test("is an Appointment that names its worker by a role alone: it is told, and not taken for an open visit")
  func roleAlone() throws {
    let agency = try Agency()
    func book(_ actors: String...) throws {
      let participants = (actors + ["Patient/margaret-chen"]).map {
        #"{"actor":{"reference":"\#($0)"},"status":"accepted"}"#
      }
      try agency.simulation.upstream.put(
        """
        {"resourceType":"Appointment","id":"r","status":"booked","start":"2026-11-20T20:00:00Z",
         "end":"2026-11-20T21:00:00Z","participant":[\(participants.joined(separator: ","))]}
        """, at: agency.there)
      try agency.simulation.run(seconds: 60)
    }
    try book("PractitionerRole/4")
    #expect(try agency.find("r") == nil)
    let problems = try agency.problems
    #expect(problems == ["unread participant[0].actor import.fhir.roleAlone"])
    try book("PractitionerRole/4", "Practitioner/sarah")
    #expect(try agency.find("r")?.worker?.rawValue == "sarah")
    #expect(try agency.problems == [])
  }

  @Test("has its turn to be read again, however many there are")
  func turns() throws {
    let agency = try Agency()
    let names = (1...25).map { "Appointment/x\($0)" }
    let now = agency.simulation.clock.told
    try agency.simulation.store.keepNow { ledger in
      for name in names { try ledger.note(SyncProblem(.unread, name, code: "forbidden"), at: now) }
    }
    agency.simulation.network = { request, _ in
      if case .path(let path, _) = request.target, path.hasPrefix("Appointment/x") {
        return .answered(FHIRAnswer(status: 403))
      }
      return .delivered
    }
    try agency.simulation.run(seconds: 70)
    for name in names { #expect(agency.simulation.requests.contains("GET \(name)")) }
  }
}

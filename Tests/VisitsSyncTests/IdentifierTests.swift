import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("An identifier that stands on two Appointments", .ownThread)
struct IdentifierTests {
  private func copy(_ name: String, to other: String, in agency: Agency) throws {
    var json = try #require(agency.simulation.upstream.record("Appointment/\(name)"))
    json["id"] = .string(other)
    try agency.simulation.upstream.put(String(decoding: json.json, as: UTF8.self), at: agency.there)
  }

  @Test("makes them two visits, each with what happened to it", arguments: Agency.servers)
  func twins(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["identifier"] = [["system": "urn:example:contract", "value": "17"]]
    }
    try copy("a", to: "b", in: agency)
    try agency.simulation.run(seconds: 40)
    #expect(try agency.visit("a").id != agency.visit("b").id)
    try agency.complete("b")
    try agency.simulation.run(seconds: 40)
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "booked")
    #expect(agency.simulation.upstream.record("Appointment/b")?["status"] == "fulfilled")
    #expect(try agency.problems == [])
  }

  @Test("before our visit is sent is brought together with it", arguments: Agency.servers[2...])
  func met(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    guard case .visits(let added)? = try agency.add(), let visit = added.first else { return }
    try agency.add(minutes: 400)
    try agency.book("b", at: visit.start)
    agency.simulation.upstream.edit("Appointment/b", at: agency.there) {
      $0["end"] = .string(visit.start.adding(minutes: 90).fhirText)
      $0["identifier"] = [
        ["system": "urn:ietf:rfc:3986", "value": .string("urn:uuid:\(visit.id.rawValue)")]
      ]
    }
    try agency.simulation.run(seconds: 5)
    #expect(try agency.visit("b").id == visit.id)
    #expect(try agency.visit("b").end == visit.start.adding(minutes: 90))
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(agency.simulation.upstream.all("Appointment").count == 3)
  }

  /// A visit that a text of the server's own has brought here, which lies outside the window.
  private func importOld(_ agency: Agency, _ life: Life) throws -> VisitID {
    let start = Agency.nine.adding(minutes: -60 * 24 * 30)
    try agency.book("old", at: start)
    let outcome = try agency.simulation.change { transaction in
      transaction.isFromUpstream = true
      var visit = Visit(
        id: transaction.newVisitID(), worker: WorkerID(rawValue: "sarah"),
        client: try #require(ClientID(rawValue: "margaret-chen")), start: start, end: start.adding(minutes: 60),
        service: "Personal care")
      visit.life = life
      let identity = UpstreamIdentity(system: SimulatedUpstream.base, value: "Appointment/old")
      try transaction.link(identity, to: visit.id)
      return .visits([try transaction.put(visit)])
    }
    guard case .visits(let visits) = outcome, let visit = visits.first else { throw Simulation.Missing(what: "old") }
    return visit.id
  }

  private func sendLocal(_ agency: Agency) throws {
    _ = try agency.simulation.store.keepNow { try $0.enqueueLocal(at: Agency.nine) }
    try agency.simulation.ask()
    try agency.simulation.run(seconds: 10)
  }

  @Test("of which a text told makes no second one, however old it is", arguments: Agency.servers)
  func imported(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let id = try importOld(agency, .scheduled)
    try sendLocal(agency)
    #expect(try agency.visit("old").id == id)
    #expect(agency.simulation.upstream.all("Appointment").count == 2)
    #expect(agency.simulation.upstream.records["Appointment/old"]?.count == 1)
    try agency.complete("old")
    try agency.simulation.run(seconds: 10)
    try agency.expectCompleted("old")
    #expect(agency.simulation.upstream.all("Appointment").count == 2)
  }

  @Test("and whose Encounter it told makes no second one of that either", arguments: Agency.servers)
  func importedEncounter(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let start = Agency.nine.adding(minutes: -60 * 24 * 30)
    func check(_ minutes: Int64) -> Check {
      Check(at: start.adding(minutes: minutes), receivedAt: Agency.nine, method: .upstream)
    }
    _ = try importOld(agency, .completed(checkIn: check(2), checkOut: check(58)))
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Encounter","id":"theirs","status":"finished","class":{"code":"HH"},
       "subject":{"reference":"Patient/margaret-chen"},"appointment":[{"reference":"Appointment/old"}],
       "participant":[{"individual":{"reference":"Practitioner/sarah"}}],
       "period":{"start":"\(start.adding(minutes: 2).fhirText)","end":"\(start.adding(minutes: 58).fhirText)"}}
      """, at: agency.there)
    agency.simulation.upstream.edit("Appointment/old", at: agency.there) { $0["status"] = "fulfilled" }
    try sendLocal(agency)
    #expect(agency.simulation.upstream.all("Encounter").count == 1)
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
    #expect(try agency.visit("old").status == .completed)
  }

  @Test("is named where it is ours, and our visit stays what it was", arguments: Agency.servers)
  func copies(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    try agency.add()
    try agency.simulation.run(seconds: 40)
    let names = agency.simulation.upstream.names(of: "Appointment").filter { $0 != "Appointment/a" }
    let made = try #require(names.first).split(separator: "/")[1]
    let before = try agency.visit(String(made))
    try copy(String(made), to: "copy", in: agency)
    try agency.simulation.run(seconds: 40)
    #expect(try agency.problems == ["unread copy"])
    #expect(try agency.find("copy") == nil)
    #expect(try agency.visit(String(made)) == before)
  }
}

import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("A visit that was made here and documented upstream, of people whom the office links", .ownThread)
struct TwiceDocumentedTests {
  private let sarah = WorkerID(rawValue: "sarah-here")
  private let margaret = ClientID(rawValue: "margaret-here")

  /// Sarah came at 9:05 and left at 9:50; upstream's Encounter has other times, or the same.
  private func agency(
    _ server: Agency.Server, documented: (String, String), isLinkedBefore: Bool = false
  ) throws -> (agency: Agency, visit: VisitID) {
    let (sarah, margaret) = (try #require(sarah), try #require(margaret))
    var visit: VisitID?
    let agency = try Agency(server, visits: isLinkedBefore ? [] : ["a"]) { simulation in
      let outcome = try simulation.change { transaction in
        // Where there is no upstream, nothing waits for one.
        transaction.isFromUpstream = true
        _ = try transaction.put(Worker(id: sarah, key: transaction.newPersonKey(), name: "Sarah M."))
        _ = try transaction.put(Client(id: margaret, key: transaction.newPersonKey(), name: "M. Chen"))
        var visit = Visit(
          id: transaction.newVisitID(), worker: sarah, client: margaret, start: Agency.nine,
          end: Agency.nine.adding(minutes: 60))
        visit.life = .completed(
          checkIn: Check(at: Agency.nine.adding(minutes: 5), receivedAt: transaction.now, method: .device),
          checkOut: Check(at: Agency.nine.adding(minutes: 50), receivedAt: transaction.now, method: .device))
        return .visits([try transaction.put(visit)])
      }
      if case .visits(let made)? = outcome { visit = made.first?.id }
    }
    if isLinkedBefore {
      try link(agency)
      try agency.book("a", at: Agency.nine)
    }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "fulfilled" }
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Encounter","id":"e","status":"finished","class":{"code":"HH"},
       "subject":{"reference":"Patient/margaret-chen"},"appointment":[{"reference":"Appointment/a"}],
       "participant":[{"individual":{"reference":"Practitioner/sarah"}}],
       "period":{"start":"2026-11-20T\(documented.0):00Z","end":"2026-11-20T\(documented.1):00Z"}}
      """, at: agency.there)
    try agency.simulation.run(seconds: 60)
    if !isLinkedBefore { try link(agency) }
    return (agency, try #require(visit))
  }

  private func link(_ agency: Agency) throws {
    let (sarah, margaret) = (try #require(sarah), try #require(margaret))
    let context = agency.simulation.context
    _ = try agency.simulation.change { transaction in
      let worker = try transaction.worker(sarah, expectedVersion: nil)
      let linked = try PersonLinking(transaction, context).link(worker, to: "Practitioner/sarah")
      return .linkedWorker(linked.person, linked.outcome)
    }
    _ = try agency.simulation.change { transaction in
      let client = try transaction.client(margaret, expectedVersion: nil)
      let linked = try PersonLinking(transaction, context).link(client, to: "Patient/margaret-chen")
      return .linkedClient(linked.person, linked.outcome)
    }
  }

  /// Minutes after 9:00.
  private func checks(_ visit: Visit) -> [Int64?] {
    [visit.life.checkIn, visit.life.checkOut].map { $0.map { Agency.nine.milliseconds(to: $0.at) / 60_000 } }
  }

  private func stands(_ agency: Agency, once visit: VisitID) throws {
    let visits = try agency.simulation.store.readNow { try $0.visits(VisitFilter(), limit: 10).visits.map(\.visit) }
    #expect(visits.map(\.id) == [visit])
    #expect(visits.first.map(checks) == [5, 50])
    #expect(try agency.visit("a").id == visit)
    let upstream = agency.simulation.upstream
    #expect(upstream.names(of: "Appointment") == ["Appointment/a"])
    #expect(upstream.names(of: "Encounter") == ["Encounter/e"])
    #expect(upstream.records["Encounter/e"]?.count == 1)
  }

  @Test("stands once and is parked when the times differ, and neither is overwritten", arguments: Agency.servers)
  func differing(_ server: Agency.Server) throws {
    let (agency, visit) = try agency(server, documented: ("16:02", "17:00"))
    try agency.simulation.run(seconds: 300)
    try stands(agency, once: visit)
    #expect(try agency.problems == ["parked actualTimes"])
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    let detail = try agency.simulation.store.readNow { try $0.problems() }.first?.problem.detail
    #expect(detail?.contains(#""checkIn":\#(Agency.nine.adding(minutes: 5).milliseconds)"#) == true)
    #expect(detail?.contains(#""checkIn":\#(Agency.nine.adding(minutes: 2).milliseconds)"#) == true)
  }

  @Test("keeps the times from here once the coordinator has it sent again: in upstream's own Encounter")
  func decided() throws {
    let (agency, visit) = try agency(Agency.servers[0], documented: ("16:02", "17:00"))
    try agency.simulation.run(seconds: 60)
    try agency.simulation.retry()
    try agency.simulation.run(seconds: 120)
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try checks(agency.visit("a")) == [5, 50])
    #expect(try agency.visit("a").id == visit)
    #expect(agency.simulation.upstream.names(of: "Encounter") == ["Encounter/e"])
    #expect(agency.simulation.upstream.record("Encounter/e")?["period"]?["start"] == "2026-11-20T16:05:00Z")
  }

  @Test("stands once and is in step without a word when the times are the same", arguments: Agency.servers)
  func same(_ server: Agency.Server) throws {
    let (agency, visit) = try agency(server, documented: ("16:05", "16:50"))
    try agency.simulation.run(seconds: 300)
    try stands(agency, once: visit)
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("is parked too when the office linked them before the visit came")
  func linkedBefore() throws {
    let (agency, visit) = try agency(Agency.servers[0], documented: ("16:02", "17:00"), isLinkedBefore: true)
    try agency.simulation.run(seconds: 120)
    #expect(try checks(agency.visit("a")) == [5, 50])
    #expect(try agency.visit("a").id == visit)
    #expect(try agency.problems == ["parked actualTimes"])
    #expect(agency.simulation.upstream.records["Encounter/e"]?.count == 1)
  }
}

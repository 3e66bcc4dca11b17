import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

/// A record that is deleted upstream stands in no list of changes.
@Suite("A visit that is deleted upstream", .ownThread)
struct DeletionTests {
  private func alerts(_ agency: Agency) throws -> [String] {
    try agency.simulation.store.readNow { try $0.openAlerts() }.map { "\($0.kind) \($0.state)" }
  }

  @Test("is withdrawn within a quarter of an hour where it is near, and the office is told")
  func near() throws {
    let agency = try Agency()
    let visit = try agency.visit("a").id
    agency.simulation.upstream.delete("Appointment/a", at: agency.there)
    try agency.simulation.run(seconds: 14 * 60)
    #expect(try agency.find("a")?.isWithdrawn == false)
    try agency.simulation.run(seconds: 90)
    #expect(try agency.simulation.store.readNow { try $0.visit(visit)?.isWithdrawn } == true)
    #expect(try alerts(agency) == ["withdrawn open"])
    let events = try agency.simulation.store.readNow { try $0.events(after: nil, limit: 1000) }
    #expect(events.filter(\.isWithdrawn).map(\.thing) == [visit.rawValue])
    #expect(events.last { $0.topic == .alert }?.method == "sync.pull")
    let sarah = try #require(WorkerID(rawValue: "sarah"))
    let first = try #require(events.first)
    let own = try agency.simulation.store.readNow { reader in
      try reader.events(
        of: sarah, clientsWithin: Agency.nine..<Agency.nine.adding(minutes: 60),
        after: VisitsModel.Cursor(epoch: reader.cursor.epoch, sequence: first.sequence), topics: [.visit], limit: 100)
    }
    #expect(own.filter(\.isWithdrawn).map(\.thing) == [visit.rawValue], "her device hears of it too")
    #expect(try agency.problems == [])
  }

  @Test("is withdrawn at once where the server gives the history of a type")
  func history() throws {
    let agency = try Agency { $0.upstream.hasHistories = true }
    let visit = try agency.visit("a").id
    try agency.simulation.run(seconds: 60)
    agency.simulation.upstream.delete("Appointment/a", at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.simulation.store.readNow { try $0.visit(visit)?.isWithdrawn } == true)
    #expect(try alerts(agency) == ["withdrawn open"])
  }

  @Test("and is far away is withdrawn in the night, and nobody is alerted")
  func far() throws {
    let agency = try Agency { simulation in
      try simulation.upstream.put(
        #"{"resourceType":"Patient","id":"margaret-chen","name":[{"text":"Margaret Chen"}]}"#,
        at: Agency.nine.adding(minutes: -700))
    }
    try agency.book("far", at: Agency.nine.adding(minutes: 6 * 1440))
    try agency.simulation.run(seconds: 60)
    let visit = try agency.visit("far").id
    agency.simulation.upstream.delete("Appointment/far", at: agency.there)
    try agency.simulation.run(seconds: 20 * 60)
    #expect(try agency.simulation.store.readNow { try $0.visit(visit)?.isWithdrawn } == false)
    agency.simulation.sleep(days: 1)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.simulation.store.readNow { try $0.visit(visit)?.isWithdrawn } == true)
    #expect(try alerts(agency).contains { $0.hasPrefix("withdrawn") } == false)
  }

  @Test("alerts nobody where it had been called off")
  func calledOff() throws {
    let agency = try Agency { $0.upstream.hasHistories = true }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "cancelled" }
    try agency.simulation.run(seconds: 60)
    let visit = try agency.visit("a").id
    agency.simulation.upstream.delete("Appointment/a", at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.simulation.store.readNow { try $0.visit(visit)?.isWithdrawn } == true)
    #expect(try alerts(agency) == [])
  }

  @Test("alerts when it is entered in error there, too; planned again, it is no longer withdrawn")
  func enteredInError() throws {
    let agency = try Agency()
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "entered-in-error" }
    try agency.simulation.run(seconds: 60)
    #expect(try alerts(agency) == ["withdrawn open"])
    #expect(try agency.find("a")?.isWithdrawn == true)
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "booked" }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.find("a")?.isWithdrawn == false)
  }

  @Test("is withdrawn when it is entered in error there and emptied; an empty one that was never here is no problem")
  func emptied() throws {
    let agency = try Agency()
    let visit = try agency.visit("a").id
    for id in ["a", "never-here"] {
      try agency.simulation.upstream.put(
        #"{"resourceType":"Appointment","id":"\#(id)","status":"entered-in-error","participant":[]}"#, at: agency.there)
    }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.simulation.store.readNow { try $0.visit(visit)?.isWithdrawn } == true)
    #expect(try agency.problems == [])
  }

  @Test("is asked for no more often than that, with one search for each type")
  func frugal() throws {
    let agency = try Agency()
    try agency.simulation.run(seconds: 65 * 60)
    let comparisons = agency.simulation.requests.filter { $0.contains("_elements") }
    #expect(comparisons.filter { $0.hasPrefix("GET Appointment?") }.count == 4)
    #expect(comparisons.count == 8)
  }
}

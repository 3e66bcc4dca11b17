import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("A session on a goal", .ownThread)
struct SessionTests {
  private func goal(_ agency: Agency) throws -> GoalID { try #require(try agency.setGoal()) }

  @Test("arrives once, when it has ended, with its goal and its visit", arguments: Agency.servers)
  func arrives(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let upstream = { agency.simulation.upstream }
    let visit = try agency.visit("a").id
    let id = try goal(agency)
    try agency.complete("a")
    try agency.practise(id, [true, true, false, true, true, true, false, true, true, false], during: visit)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(upstream().misdeeds == [])
    #expect(upstream().all("Goal").map { $0["description"]?["text"] } == ["Stand up by herself"])
    #expect(upstream().all("Goal").map { $0["lifecycleStatus"] } == ["active"])
    let encounters = upstream().names(of: "Encounter")
    let session = try #require(encounters.last)
    #expect(encounters.count == 2)
    #expect(upstream().record(session)?["status"] == "finished")
    #expect(upstream().record(session)?["partOf"]?["reference"] == .string(encounters[0]))
    #expect(upstream().record(session)?["period"]?["end"] == "2026-11-20T15:00:10Z")
    let outcome = try #require(upstream().all("Observation").first)
    #expect(upstream().all("Observation").count == 1)
    #expect(outcome["valueQuantity"]?["value"] == .scalar(text: "70"))
    #expect(outcome["encounter"]?["reference"] == .string(session))
    #expect(outcome["focus"]?.items.first?["reference"] == .string(try #require(upstream().names(of: "Goal").first)))
    #expect(outcome["component"]?.items.count == 12)
    #expect(outcome["component"]?.items[4]["code"]?["coding"]?.items.first?["code"] == "miss")
  }

  @Test(
    "is sent again when a trial of it comes late, and without a rate when there was none", arguments: Agency.servers)
  func late(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let id = try goal(agency)
    let session = try #require(try agency.practise(id, []))
    try agency.simulation.run(seconds: 60)
    let empty = try #require(agency.simulation.upstream.all("Observation").first)
    #expect(empty["valueQuantity"] == nil)
    #expect(empty["dataAbsentReason"] != nil)
    try agency.practise(id, [true, false, true], in: session.id)
    try agency.simulation.run(seconds: 60)
    #expect(agency.simulation.upstream.all("Observation").count == 1)
    let outcome = try #require(agency.simulation.upstream.all("Observation").first)
    #expect(outcome["valueQuantity"]?["value"] == .scalar(text: "66.7"))
    #expect(outcome["dataAbsentReason"] == nil)
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("that is running is not sent, and nothing waits for it")
  func running() throws {
    let agency = try Agency()
    let id = try goal(agency)
    try agency.simulation.run(seconds: 40)
    try agency.simulation.change { transaction in
      let now = transaction.now
      let mark = GoalSession.Mark(at: now, receivedAt: now, method: .device, by: "Sarah Miller")
      return .session(
        try transaction.put(
          GoalSession(
            id: transaction.newSessionID(), worker: try #require(WorkerID(rawValue: "sarah")),
            client: try #require(ClientID(rawValue: "margaret-chen")), goal: id, start: mark)))
    }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(agency.simulation.upstream.all("Observation") == [])
  }

  @Test("on a goal that upstream refuses goes without it, and refers to it once it is there")
  func goalRefused() throws {
    let agency = try Agency()
    agency.simulation.upstream.rule = { json in
      json["resourceType"] == "Goal" ? SimulatedUpstream.Refusal(status: 422, words: "no such goal") : nil
    }
    try agency.practise(try goal(agency), [true])
    try agency.simulation.run(seconds: 60)
    #expect(try agency.problems == ["parked no such goal"])
    #expect(agency.simulation.upstream.all("Observation").map { $0["focus"] } == [nil])
    agency.simulation.upstream.rule = { _ in nil }
    try agency.simulation.retry()
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows())
    let name = try #require(agency.simulation.upstream.names(of: "Goal").first)
    #expect(
      agency.simulation.upstream.all("Observation").map { $0["focus"]?.items.first?["reference"] } == [.string(name)])
  }

  @Test("is told to be reached: the goal is completed there")
  func achieved() throws {
    let agency = try Agency()
    let id = try goal(agency)
    try agency.simulation.run(seconds: 40)
    try agency.simulation.change { transaction in
      guard var goal = try transaction.goal(id) else { throw Simulation.Missing(what: "goal") }
      goal.status = .achieved
      return .goal(try transaction.put(goal))
    }
    try agency.simulation.run(seconds: 40)
    let goal = try #require(agency.simulation.upstream.all("Goal").first)
    #expect(goal["lifecycleStatus"] == "completed")
    #expect(goal["achievementStatus"]?["coding"]?.items.first?["code"] == "achieved")
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("comes back with a pull as no visit, and is withdrawn by nothing")
  func pulled() throws {
    let agency = try Agency()
    try agency.practise(try goal(agency), [true])
    try agency.simulation.run(seconds: 60)
    let before = agency.simulation.requests.count
    agency.simulation.sleep(days: 1)
    try agency.simulation.run(seconds: 120)
    #expect(agency.simulation.requests.count > before)
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
  }
}

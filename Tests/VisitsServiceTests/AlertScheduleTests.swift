import Testing
import VisitsModel
import VisitsTestSupport

@testable import VisitsService
@testable import VisitsStore

@Suite("When the sweep looks")
struct AlertScheduleTests {
  private let noon = Instant.at("2026-11-20T12:00:00Z")

  private func change(of topic: Refusal.Thing, _ thing: String) -> FeedEvent {
    FeedEvent(sequence: 1, at: noon, topic: topic, method: "test", thing: thing, version: 1)
  }

  private func change(_ client: Client, to after: Client) -> CommittedChange {
    CommittedChange(event: change(of: .client, "k"), by: "r", before: .client(client), after: .client(after))
  }

  private var margaret: Client { Client(id: .margaret, key: PersonKey(rawValue: "k"), name: "Margaret Chen") }

  private var urgentMargaret: Client {
    var client = margaret
    client.isTimeCritical = true
    return client
  }

  @Test("all is looked at once more when a client becomes time-critical while it looks")
  func clientMeanwhile() {
    var schedule = AlertSchedule(LateRule())
    let look = schedule.begin(at: noon)
    let mustLook = schedule.note(change(margaret, to: urgentMargaret))
    #expect(mustLook)
    schedule.finish(look, next: nil)
    let again = schedule.begin(at: noon)
    #expect(again.scope == .everything)
    schedule.finish(again, next: nil)
    #expect(schedule.begin(at: noon).isEmpty)
  }

  @Test("all is looked at once more when more visits change while it looks than it looks at one by one")
  func manyMeanwhile() {
    var schedule = AlertSchedule(LateRule())
    let look = schedule.begin(at: noon)
    for number in 1...1001 {
      let visit = Visit(
        id: .number(number), worker: .sarah, client: .margaret, start: noon, end: noon.adding(minutes: 60))
      let mustLook = schedule.note(
        CommittedChange(event: change(of: .visit, visit.id.rawValue), by: "r", before: nil, after: .visit(visit)))
      #expect(mustLook)
    }
    schedule.finish(look, next: nil)
    #expect(schedule.begin(at: noon).scope == .everything)
  }

  @Test("nothing is looked at when anything else of a client changes")
  func otherChange() {
    var schedule = AlertSchedule(LateRule())
    schedule.finish(schedule.begin(at: noon), next: nil)
    var called = margaret
    called.phone = "+1 780 555 0100"
    let unknownBefore = CommittedChange(
      event: change(of: .client, "k"), by: "r", before: nil, after: .client(urgentMargaret))
    let mustLook = [change(margaret, to: called), unknownBefore].map { schedule.note($0) }
    #expect(mustLook == [false, false])
    #expect(schedule.begin(at: noon).isEmpty)
    let mustLookNow = schedule.note(change(urgentMargaret, to: margaret))
    #expect(mustLookNow)
  }

  @Test("a fault that it meets look after look is told once, and again when it comes back")
  func faults() async throws {
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let office = try await SweepOffice.open(at: "2026-11-20T15:00:00Z") { notice in
      if case .internalFault(_, let error) = notice { tell.yield(error) }
    }
    func rename(_ name: String, to newName: String) async throws {
      try await office.change { try $0.db.run("ALTER TABLE \(name) RENAME TO \(newName)", []) }
    }
    func looks() async -> Bool { await office.service.alerts.look() }
    try await rename("alerts", to: "hidden")
    #expect(await !looks())
    #expect(await !looks())
    try await rename("hidden", to: "alerts")
    #expect(await looks())
    try await rename("alerts", to: "hidden")
    try await office.makeTimeCritical()
    #expect(await !looks())
    await office.store.close()
    #expect(await !looks(), "that the store is closed is no fault")
    tell.finish()
    #expect(await told.reduce(into: []) { $0.append($1) } == ["StoreFault", "StoreFault"])
  }
}

import FHIR
import Foundation
import JSON
import Synchronization
import Testing
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import VisitsService

/// Upstream has taken everything, and nothing looks into the outbox since: so long may it be before sync gets its turn.
@Suite("Today while something has just been written", .timeLimit(.minutes(1)))
struct SyncedTodayTests {
  @Test("says of a task record that a device has told that it is not sent yet")
  func taskRecord() async throws {
    try await run { office, sarah, _ in
      let put = try await office.call(
        "task.put", ["client": "margaret-chen", "preset": "breakfast", "requestId": "t"])
      let task = try #require(put["task"]?["id"])
      let before = try await states(office)
      #expect(before == ["synced", "synced"])
      _ = try await sarah.call(
        "task.record", ["client": "margaret-chen", "task": task, "done": true, "requestId": "r"])
      let after = try await states(office)
      #expect(after == ["savedLocally", "savedLocally"])
    }
  }

  @Test("stays synced when a device reports a task once more that upstream has")
  func repeatedTask() async throws {
    try await run { office, sarah, store in
      let put = try await office.call(
        "task.put", ["client": "margaret-chen", "preset": "breakfast", "requestId": "t"])
      let task = try #require(put["task"]?["id"])
      func report(_ at: JSONValue, _ request: JSONValue) async throws {
        _ = try await sarah.call(
          "task.record", ["client": "margaret-chen", "task": task, "done": true, "at": at, "requestId": request])
      }
      try await report("2026-11-20T17:05:00Z", "r1")
      let record = try #require(
        try await office.call("audit.list", ["worker": "sarah", "limit": 1])["entries"]?.array?.last?["thing"]?.string)
      _ = try store.keepNow { try $0.confirm(SyncThing(.taskRecord, record), version: 1) }
      #expect(try await states(office) == ["synced", "synced"])
      try await report("2026-11-20T17:10:00Z", "r2")
      #expect(try await states(office) == ["synced", "synced"])
    }
  }

  @Test("says of a session that has ended that it is not sent yet, and of a goal to the office")
  func session() async throws {
    try await run { office, _, _ in
      let before = try await states(office)
      #expect(before == ["synced", "synced"])
      let set = try await office.call(
        "goal.put", ["client": "margaret-chen", "title": "Stand up", "requestId": "g"])
      let goal = try #require(set["goal"]?["id"])
      let behindGoal = try await states(office)
      #expect(behindGoal == ["synced", "savedLocally"])
      let begun = try await office.call(
        "session.start", ["worker": "sarah", "client": "margaret-chen", "goal": goal, "requestId": "s"])
      let session = try #require(begun["session"]?["id"])
      let running = try await states(office)
      #expect(running == ["synced", "savedLocally"], "one that is running waits for its end")
      _ = try await office.call("session.end", ["session": session, "requestId": "e"])
      let ended = try await states(office)
      #expect(ended == ["savedLocally", "savedLocally"])
    }
  }

  /// What the indicator says on Sarah's Today and on everybody's, each asked for twice: what is kept says no other.
  private func states(_ office: Peer) async throws -> [String] {
    var states: [String] = []
    for params: JSONValue in [["worker": "sarah"], ["all": true]] {
      let state = try await office.call("today", params)["sync"]?["state"]?.string
      #expect(try await office.call("today", params)["sync"]?["state"]?.string == state)
      states.append(state ?? "")
    }
    return states
  }

  /// Runs a service whose sync has done all that there was and stands still since, with Sarah's device, which has visits
  /// at Margaret Chen's.
  private func run(_ body: (_ office: Peer, _ sarah: Peer, _ store: Store) async throws -> Void) async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = ManualTime("2026-11-20T17:15:00Z")
    let now: @Sendable () -> Instant = { time.now }
    let number = Mutex<UInt64>(0)
    let random: @Sendable () -> (UInt64, UInt64) = {
      let next = number.withLock { number in
        number += 1
        return number
      }
      return (next &* 0x9E37_79B9_7F4A_7C15, next &* 0xBF58_476D_1CE4_E5B9)
    }
    let identities = IdentitySource(now: now, random: random)
    let zone = try #require(Zone("America/Edmonton"))
    let database = folder + "/visits.sqlite"
    try DatabaseTemplate.copy(to: database, now: time.now)
    let store = try Store.open(
      Store.Options(path: database, now: now, identities: identities, elapsed: { .zero }, hasUpstream: true))
    let context = SyncContext(
      store, SyncContext.Settings(base: "https://ehr.example/fhir", zone: zone), now: now, identities: identities)
    let clock = DrivenClock()
    let sync = SyncService(context, over: EmptyUpstream(now: now), now: now, clock: clock, random: random) { _ in }
    let service = VisitsService(
      store: store, sync: sync, settings: ServiceSettings(agencyZone: zone, version: "test"), now: now,
      identities: identities, random: random, clock: clock, report: { _ in })
    try service.load()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await sync.run() }
      // The first brings people and what is there; then it is known what is left to be told.
      for _ in 1...2 { for await _ in sync.ask() {} }
      group.cancelAll()
      try await group.waitForAll()
    }
    let request = ChangeRequest(
      caller: Caller(by: "upstream", origin: .upstream, scope: "upstream"), method: "sync", requestId: "people",
      fingerprint: [], receivedAt: time.now)
    _ = try await store.change(request) { transaction in
      _ = try transaction.put(Worker(id: .sarah, key: transaction.newPersonKey(), name: "Sarah Miller"))
      _ = try transaction.put(Client(id: .margaret, key: transaction.newPersonKey(), name: "Margaret Chen"))
      let start = Instant.at("2026-11-20T17:00:00Z")
      _ = try transaction.put(
        Visit(id: .number(1), worker: .sarah, client: .margaret, start: start, end: start.adding(minutes: 60)))
      return .visits([])
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await service.run() }
      let result: Result<Void, any Error>
      do {
        let office = Peer(service: service, role: .admin)
        let code = try #require(
          try await office.call("device.invite", ["worker": "sarah", "requestId": "i"])["code"])
        let gateway = Peer(service: service, role: .gateway)
        let token = try #require(
          try await gateway.call("device.enrol", ["code": code, "requestId": "n"])["token"]?.string)
        result = .success(try await body(office, Peer(service: service, token: token), store))
      } catch {
        result = .failure(error)
      }
      service.stop()
      try await group.waitForAll()
      try result.get()
    }
    await store.close()
  }
}

/// A server on which nothing stands.
private struct EmptyUpstream: Exchanging {
  let now: @Sendable () -> Instant

  func perform(_ request: FHIRRequest, within _: Duration?) async -> Result<FHIRAnswer, FHIRFailure> {
    guard case .path("metadata", _) = request.target else {
      return .success(answer(#"{"resourceType":"Bundle","type":"searchset"}"#))
    }
    let types = ["Appointment", "Encounter", "Flag", "Task", "Goal", "Observation"].map {
      #"{"type":"\#($0)","versioning":"versioned","updateCreate":true}"#
    }
    return .success(
      answer(
        """
        {"resourceType":"CapabilityStatement","fhirVersion":"4.0.1",
         "rest":[{"mode":"server","interaction":[{"code":"transaction"}],"resource":[\(types.joined(separator: ","))]}]}
        """))
  }

  func shutdown() async {}

  private func answer(_ json: String) -> FHIRAnswer {
    FHIRAnswer(
      status: 200, date: FHIRInstant(milliseconds: now().milliseconds), contentType: "application/fhir+json",
      body: Array(json.utf8))
  }
}

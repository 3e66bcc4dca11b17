import FHIR
import Foundation
import Synchronization
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("The service of sync", .timeLimit(.minutes(1)))
struct SyncServiceTests {
  private let time = ManualTime("2026-11-20T15:00:00Z")
  private let clock = DrivenClock()

  /// The service of an agency with a visit upstream, while it runs.
  private struct Running {
    let service: SyncService
    let store: Store
    let wire: HeldWire
    /// What the operator was told.
    let told: @Sendable () -> [SyncLoop.Condition]
    /// How often the service looked at the clock: once for each thing that happened.
    let looks: @Sendable () -> Int

    func settled() async { for await _ in service.ask() {} }

    /// What the store has of an Appointment.
    func visit(_ id: String) throws -> VisitID? {
      try store.readNow { try $0.agreed(on: RecordAddress(type: "Appointment", id: id)).first?.thing.visit }
    }

    func change(
      _ method: String, at now: Instant, _ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome
    ) async throws {
      let request = ChangeRequest(
        caller: Caller(by: "omar", origin: .socket, scope: "uid:0"), method: method, requestId: UUID().uuidString,
        fingerprint: [], receivedAt: now)
      _ = try await store.change(request, body)
    }

    func note(_ words: String, on id: VisitID, at now: Instant) async throws {
      try await change("visit.change", at: now) { transaction in
        var visit = try transaction.visit(id, expectedVersion: nil)
        visit.note = words
        return .visits([try transaction.put(visit)])
      }
    }
  }

  private static func booked(_ id: String) -> String {
    """
    {"resourceType":"Appointment","id":"\(id)","status":"booked","priority":5,
     "start":"2026-11-20T16:00:00Z","end":"2026-11-20T17:00:00Z",
     "participant":[{"actor":{"reference":"Patient/margaret-chen"},"status":"accepted"},
      {"actor":{"reference":"Practitioner/sarah"},"status":"accepted"}]}
    """
  }

  /// Runs the service for the length of a test.
  private func run(isDown: Bool = false, askedGap: Int64 = 0, _ body: (Running) async throws -> Void) async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let wire = HeldWire(time)
    wire.setDown(isDown)
    try wire.withUpstream { upstream in
      let before = Instant.at("2026-11-20T03:00:00Z")
      try upstream.put(
        #"{"resourceType":"Practitioner","id":"sarah","name":[{"text":"Sarah Miller"}]}"#, at: before)
      try upstream.put(
        #"{"resourceType":"Patient","id":"margaret-chen","name":[{"text":"Margaret Chen"}]}"#, at: before)
      try upstream.put(Self.booked("a"), at: before)
    }
    let number = Mutex<UInt64>(0)
    let random: @Sendable () -> (UInt64, UInt64) = {
      let next = number.withLock { number in
        number += 1
        return number
      }
      return (next &* 0x9E37_79B9_7F4A_7C15, next &* 0xBF58_476D_1CE4_E5B9)
    }
    let now: @Sendable () -> Instant = { [time] in time.now }
    let identities = IdentitySource(now: now, random: random)
    let database = folder + "/visits.db"
    try DatabaseTemplate.copy(to: database, now: time.now)
    let store = try Store.open(
      Store.Options(path: database, now: now, identities: identities, elapsed: { .zero }, hasUpstream: true))
    let context = SyncContext(
      store,
      SyncContext.Settings(
        base: SimulatedUpstream.base, zone: try #require(Zone("America/Edmonton")), askedGap: askedGap),
      now: now, identities: identities)
    let told = Mutex<[SyncLoop.Condition]>([])
    let looks = Atomic(0)
    let service = SyncService(
      context, over: wire,
      now: { [time] in
        looks.add(1, ordering: .relaxed)
        return time.now
      }, clock: clock, random: random
    ) { notice in
      if case .condition(let condition, _) = notice { told.withLock { $0.append(condition) } }
    }
    store.onCommit { service.note($0) }
    let running = Running(
      service: service, store: store, wire: wire, told: { told.withLock { $0 } },
      looks: { looks.load(ordering: .relaxed) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await service.run() }
      let result: Result<Void, any Error>
      do { result = .success(try await body(running)) } catch { result = .failure(error) }
      group.cancelAll()
      try await group.waitForAll()
      #expect(wire.isShut)
      try result.get()
    }
    await store.close()
  }

  @Test("is not called done while what a person asks for has not even begun")
  func askedAhead() async throws {
    try await run { running in
      await running.settled()
      running.wire.hold { _ in true }
      let done = running.service.ask()
      #expect(running.service.report.standing(of: SyncStanding.Rows()).state == .syncing)
      await running.wire.untilHeld()
      running.wire.hold { _ in false }
      running.wire.letGo()
      for await _ in done {}
      #expect(running.service.report.standing(of: SyncStanding.Rows()).state == .synced)
    }
  }

  @Test("tries an emergency that waits, too, before whoever asks is answered")
  func emergencyAsked() async throws {
    try await run { running in
      await running.settled()
      running.wire.setDown(true)
      let (id, now) = (EmergencyID(rawValue: "0199e0c2-5d80-7000-8000-0000000000e1"), time.now)
      try await running.change("emergency.raise", at: now) { transaction in
        let emergency = Emergency(
          id: id, worker: try #require(WorkerID(rawValue: "sarah")), visit: nil, note: nil, position: nil, at: now,
          receivedAt: now, isClockSuspect: false, raisedBy: "sarah")
        return .emergency(try transaction.put(emergency))
      }
      await running.settled()
      running.wire.setDown(false)
      await running.settled()
      #expect(running.wire.withUpstream { $0.record("Flag/\(id.rawValue)")?["status"] } == "active")
    }
  }

  @Test("fetches at its start, and sends what changes here without being asked")
  func works() async throws {
    try await run { running in
      await running.settled()
      #expect(running.service.report.wasEverPulled)
      #expect(running.service.report.standing(of: SyncStanding.Rows()).state == .synced)
      try await running.note("Ring twice", on: try #require(try running.visit("a")), at: time.now)
      await running.wire.until("Appointment/a", says: "Ring twice")
      await running.settled()
      #expect(try running.store.readNow { try $0.rows() } == SyncStanding.Rows())
      #expect(running.told() == [.working])
    }
  }

  @Test("tries again after 30 seconds when the network cannot be reached, and tells the operator once")
  func unreachable() async throws {
    try await run(isDown: true) { running in
      await clock.untilSomebodySleeps(for: .seconds(30), together: 2)
      #expect(running.service.report.standing(of: SyncStanding.Rows()).state == .savedLocally)
      clock.advance(by: .seconds(30))
      await clock.untilSomebodySleeps(for: .seconds(30), together: 2)
      #expect(running.told() == [.unreachable])
      #expect(running.wire.sent.count == 4)
      running.wire.setDown(false)
      clock.advance(by: .seconds(30))
      await clock.untilSomebodySleeps(for: .seconds(30), together: 2)
      let visit = try running.visit("a")
      #expect(visit != nil)
      #expect(running.told() == [.unreachable, .working])
    }
  }

  @Test("answers who asks during a run when the next one is done")
  func askedDuringARun() async throws {
    try await run { running in
      await running.settled()
      running.wire.hold { $0.method == .get && $0.isSearchForChanges("Appointment") }
      let first = running.service.ask()
      await running.wire.untilHeld()
      let second = running.service.ask()
      async let seen: VisitID? = {
        for await _ in second {}
        return try running.visit("b")
      }()
      running.wire.letGo()
      await running.wire.untilHeld()
      // The first of the runs is over, and has not seen this.
      for _ in 0..<100 { await Task.yield() }
      try running.wire.withUpstream { try $0.put(Self.booked("b"), at: time.now) }
      running.wire.hold { _ in false }
      running.wire.letGo()
      let visit = try await seen
      #expect(visit != nil)
      for await _ in first {}
    }
  }

  @Test("begins one run in two seconds for all who ask; those in between get the next, and hear when that is")
  func askedOften() async throws {
    try await run(askedGap: 2000) { running in
      await running.settled()
      let runs = running.wire.sent.count { $0.isSearchForChanges("Appointment") }
      time.set("2026-11-20T15:00:00.500Z")
      let asked = (1...50).map { _ in running.service.ask() }
      await clock.untilSomebodySleeps(for: .milliseconds(1500), together: 1)
      while running.service.report.askedAt == nil { await Task.yield() }
      #expect(running.service.report.askedAt == Instant.at("2026-11-20T15:00:02Z"))
      #expect(running.service.report.standing(of: SyncStanding.Rows()).state == .syncing)
      #expect(running.wire.sent.count { $0.isSearchForChanges("Appointment") } == runs)
      time.set("2026-11-20T15:00:02Z")
      clock.advance(by: .milliseconds(1500))
      for done in asked { for await _ in done {} }
      #expect(running.wire.sent.count { $0.isSearchForChanges("Appointment") } == runs + 1)
      #expect(running.service.report.askedAt == nil)
    }
  }

  @Test("is woken once by 1,000 changes")
  func changes() async throws {
    try await run { running in
      await running.settled()
      let id = try #require(try running.visit("a"))
      let (reached, standing) = AsyncStream.makeStream(of: Never.self)
      let isFree = DispatchSemaphore(value: 0)
      let hasStood = Atomic(false)
      running.service.onShown {
        guard !hasStood.exchange(true, ordering: .relaxed) else { return }
        standing.finish()
        isFree.wait()
      }
      try await running.note("Ring twice", on: id, at: time.now)
      for await _ in reached {}
      let (looks, writes) = (running.looks(), running.wire.writes)
      try await withThrowingTaskGroup { group in
        for number in 1...1_000 { group.addTask { try await running.note("note \(number)", on: id, at: time.now) } }
        try await group.waitForAll()
      }
      isFree.signal()
      await running.settled()
      #expect(running.looks() - looks < 100)
      #expect(running.wire.writes - writes <= 2)
      let last = try running.store.readNow { try $0.visit(id)?.note }
      #expect(running.wire.withUpstream { $0.record("Appointment/a")?["comment"]?.string } == last)
      #expect(try running.store.readNow { try $0.rows() } == SyncStanding.Rows())
    }
  }

  @Test("brings an emergency upstream while pull and push wait for an answer")
  func emergency() async throws {
    let id = EmergencyID(rawValue: "0199e0c2-5d80-7000-8000-0000000000e1")
    try await run { running in
      await running.settled()
      running.wire.hold { request in !request.isWrite(of: "Flag") }
      try await running.note("Ring twice", on: try #require(try running.visit("a")), at: time.now)
      _ = running.service.ask()
      await running.wire.untilHeld(2)
      try await running.change("emergency.raise", at: time.now) { transaction in
        .emergency(
          try transaction.put(
            Emergency(
              id: id, worker: try #require(WorkerID(rawValue: "sarah")), visit: nil, note: "He fell", position: nil,
              at: transaction.now, receivedAt: transaction.now, isClockSuspect: false, raisedBy: "sarah")))
      }
      await running.wire.until("Flag/\(id.rawValue)")
      #expect(running.wire.withUpstream { $0.record("Appointment/a")?["comment"] } == nil)
    }
  }

  @Test("leaves nobody waiting when it ends, nor who comes later")
  func ends() async throws {
    let left = Mutex<(service: SyncService, asked: AsyncStream<Never>)?>(nil)
    try await run { running in
      await running.settled()
      running.wire.hold { _ in true }
      let asked = running.service.ask()
      await running.wire.untilHeld(1)
      left.withLock { $0 = (running.service, asked) }
    }
    let (service, asked) = try #require(left.withLock { $0 })
    for await _ in asked {}
    for await _ in service.ask() {}
  }
}

extension FHIRRequest {
  /// Whether all of a type is asked for.
  fileprivate func isSearchForChanges(_ type: String) -> Bool {
    if case .path(type, let query) = target { query.contains { $0.name == "_lastUpdated" } } else { false }
  }

  /// Whether a record of a type is written.
  fileprivate func isWrite(of type: String) -> Bool {
    body.map { String(decoding: $0, as: UTF8.self).contains("\"resourceType\":\"\(type)\"") } ?? false
  }
}

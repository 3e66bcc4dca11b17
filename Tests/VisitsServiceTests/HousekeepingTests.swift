import JSONRPC
import Synchronization
import Testing
import VisitsModel
import VisitsTestSupport

@Suite("What the daemon does by itself")
struct HousekeepingTests {
  /// A clock on which whoever sleeps wakes when the test says so.
  final class HeldClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant
    let start = ContinuousClock.now
    let sleeps: AsyncStream<Duration>
    private let began: AsyncStream<Duration>.Continuation
    private let sleeper = Mutex<CheckedContinuation<Void, Never>?>(nil)

    init() { (sleeps, began) = AsyncStream.makeStream(of: Duration.self) }

    var now: ContinuousClock.Instant { start }
    var minimumResolution: Duration { .seconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          sleeper.withLock { $0 = continuation }
          began.yield(start.duration(to: deadline))
          // Who was cancelled before that has woken nobody.
          if Task.isCancelled { wake() }
        }
      } onCancel: {
        wake()
      }
      try Task.checkCancellation()
    }

    func wake() { sleeper.withLock { $0.take() }?.resume() }
  }

  @Test("a request is known for 35 days, and forgotten the day after")
  func forgets() async throws {
    let clock = HeldClock()
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z", clock: clock) { daemon, client in
      var sleeps = clock.sleeps.makeAsyncIterator()
      #expect(await sleeps.next() == .seconds(86_400))
      let first: JSONValue = ["id": "sarah", "name": "Sarah Miller", "requestId": "r1"]
      let other: JSONValue = ["id": "sarah", "name": "Sarah Jones", "requestId": "r1"]
      _ = try await client.call("worker.put", first)
      daemon.time.set("2026-12-25T15:00:00Z")
      clock.wake()
      _ = await sleeps.next()
      await #expect(throws: RPCError.self) { try await client.call("worker.put", other) }
      daemon.time.set("2026-12-25T15:00:00.001Z")
      clock.wake()
      _ = await sleeps.next()
      let again = try await client.call("worker.put", other)
      #expect(again["worker"]?["name"] == "Sarah Jones")
    }
  }

  @Test("a machine whose time zone is not known is a standing warning")
  func warning() async throws {
    try await TestDaemon.run(warnings: [.timeZoneUnknown(used: .utc)]) { _, client in
      let status = try await client.call("system.status")
      #expect(
        status["warnings"] == [
          "This machine's time zone is no IANA zone that is known here: days begin and end in GMT. Set agency.timeZone."
        ])
    }
  }
}

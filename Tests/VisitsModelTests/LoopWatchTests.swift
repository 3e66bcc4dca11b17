import Synchronization
import Testing
import VisitsModel

@Suite("The watch over the loops")
struct LoopWatchTests {
  private let clock = SetClock()
  private let patience = Duration.seconds(60)

  @Test("finds a loop that is stuck in its work")
  func stuck() {
    let loops = LoopWatch(clock)
    loops.works(.alerts)
    clock.pass(.seconds(60))
    #expect(loops.late(by: patience) == [])
    clock.pass(.milliseconds(1))
    #expect(loops.late(by: patience) == [.alerts])
    loops.works(.alerts)
    #expect(loops.late(by: patience) == [])
  }

  @Test("finds a loop that oversleeps, and calls waiting in a long pause no hang")
  func oversleeps() {
    let loops = LoopWatch(clock)
    loops.waits(.housekeeping, for: .seconds(86_400))
    loops.waits(.sync, for: nil)
    clock.pass(.seconds(86_460))
    #expect(loops.late(by: patience) == [])
    clock.pass(.seconds(1))
    #expect(loops.late(by: patience) == [.housekeeping])
  }

  @Test("expects nothing of a loop that has ended, and names all that hang")
  func several() {
    let loops = LoopWatch(clock)
    for loop in DaemonLoop.allCases { loops.works(loop) }
    loops.ended(.contacts)
    loops.waits(.uploads, for: .milliseconds(-5))
    clock.pass(.seconds(61))
    #expect(
      loops.late(by: patience) == [.alerts, .announcements, .housekeeping, .pageRecords, .paging, .sync, .uploads])
  }
}

/// A clock that shows what the test says, on which nobody sleeps.
private final class SetClock: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant
  private let current = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { current.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}

  func pass(_ span: Duration) { current.withLock { $0 = $0.advanced(by: span) } }
}

import Synchronization

/// A clock on which whoever sleeps wakes when the test says so.
package final class HeldClock: Clock, Sendable {
  package typealias Instant = ContinuousClock.Instant
  private let start = ContinuousClock.now
  /// How long each sleep that began is to last.
  package let sleeps: AsyncStream<Duration>
  private let began: AsyncStream<Duration>.Continuation
  private let sleeper = Mutex<CheckedContinuation<Void, Never>?>(nil)

  /// A clock on which nobody sleeps yet.
  package init() { (sleeps, began) = AsyncStream.makeStream(of: Duration.self) }

  package var now: ContinuousClock.Instant { start }
  package var minimumResolution: Duration { .seconds(1) }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
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

  /// Wakes whoever sleeps.
  package func wake() { sleeper.withLock { $0.take() }?.resume() }
}

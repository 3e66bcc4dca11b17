import Synchronization

/// A clock on which no time passes until a test lets all of it pass.
final class StoppedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private struct State {
    var hasRung = false
    var sleepers: [AsyncStream<Never>.Continuation] = []
  }

  private let state = Mutex(State())
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero

  /// Wakes whoever sleeps, and lets nobody sleep any more.
  func ring() {
    let sleepers = state.withLock { state in
      state.hasRung = true
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.finish() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (stream, sleeper) = AsyncStream<Never>.makeStream()
    let hasRung = state.withLock { state in
      if !state.hasRung { state.sleepers.append(sleeper) }
      return state.hasRung
    }
    if hasRung { sleeper.finish() }
    for await _ in stream {}
    try Task.checkCancellation()
  }
}

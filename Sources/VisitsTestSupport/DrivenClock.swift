import Synchronization

/// A clock that stands until the test moves it, with any number of sleepers.
package final class DrivenClock: Clock, Sendable {
  package typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = ContinuousClock.now
    var last = 0
    var begun = 0
    var counters: [(Int, CheckedContinuation<Void, Never>)] = []
    var sleepers: [Int: Sleeper] = [:]
    /// Those that were cancelled before they slept.
    var cancelled: Set<Int> = []
    var watchers: [(Duration, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// A clock on which nobody sleeps yet.
  package init() {}

  package var now: ContinuousClock.Instant { state.withLock(\.now) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let woken: [CheckedContinuation<Void, Never>] = state.withLock { state in
          if deadline <= state.now || state.cancelled.remove(number) != nil { return [continuation] }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          state.begun += 1
          let (span, begun) = (state.now.duration(to: deadline), state.begun)
          let seen = state.watchers.filter { $0.0 == span }.map(\.1) + state.counters.filter { $0.0 < begun }.map(\.1)
          state.watchers.removeAll { $0.0 == span }
          state.counters.removeAll { $0.0 < begun }
          return seen
        }
        for continuation in woken { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume()
    }
    try Task.checkCancellation()
  }

  /// Returns when somebody sleeps who will wake after exactly so long.
  package func untilSomebodySleeps(for span: Duration) async {
    await withCheckedContinuation { continuation in
      let isSlept = state.withLock { state in
        if state.sleepers.values.contains(where: { state.now.duration(to: $0.deadline) == span }) { return true }
        state.watchers.append((span, continuation))
        return false
      }
      if isSlept { continuation.resume() }
    }
  }

  /// How many sleeps have begun.
  package var sleepsBegun: Int { state.withLock(\.begun) }

  /// Returns when more sleeps than that have begun.
  package func untilMoreSleeps(than count: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.begun > count { return true }
        state.counters.append((count, continuation))
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// Moves it, and wakes whoever slept until then.
  package func advance(by span: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: span)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}

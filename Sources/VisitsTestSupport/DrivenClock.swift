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
    /// How many sleeps of each length have begun.
    var begun: [Duration: Int] = [:]
    var counters: [Counter] = []
    var sleepers: [Int: Sleeper] = [:]
    /// Those that were cancelled before they slept.
    var cancelled: Set<Int> = []
    var watchers: [Watcher] = []

    /// How many sleep who will wake after exactly so long.
    func sleepers(for span: Duration) -> Int { sleepers.values.count { now.duration(to: $0.deadline) == span } }

    /// Of that length, or of any.
    func begun(for span: Duration?) -> Int {
      span.map { begun[$0, default: 0] } ?? begun.values.reduce(0, +)
    }
  }

  private struct Watcher {
    let span: Duration
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Counter {
    let count: Int
    let span: Duration?
    let continuation: CheckedContinuation<Void, Never>
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
          let span = state.now.duration(to: deadline)
          state.begun[span, default: 0] += 1
          let counted = state.counters.filter { $0.count < state.begun(for: $0.span) }
          let asleep = state.sleepers(for: span)
          let watching = state.watchers.filter { $0.span == span && $0.count <= asleep }
          let seen = watching.map(\.continuation) + counted.map(\.continuation)
          state.watchers.removeAll { $0.span == span && $0.count <= asleep }
          state.counters = state.counters.filter { $0.count >= state.begun(for: $0.span) }
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

  /// Returns when somebody sleeps who will wake after exactly so long, or so many do.
  package func untilSomebodySleeps(for span: Duration, together count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isSlept = state.withLock { state in
        if state.sleepers(for: span) >= count { return true }
        state.watchers.append(Watcher(span: span, count: count, continuation: continuation))
        return false
      }
      if isSlept { continuation.resume() }
    }
  }

  /// How many sleeps have begun, of that length or of any.
  package func sleepsBegun(for span: Duration? = nil) -> Int { state.withLock { $0.begun(for: span) } }

  /// Returns when more sleeps than that have begun, of that length or of any.
  package func untilMoreSleeps(than count: Int, for span: Duration? = nil) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.begun(for: span) > count { return true }
        state.counters.append(Counter(count: count, span: span, continuation: continuation))
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

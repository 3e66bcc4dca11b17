import Synchronization
import VisitsModel

/// Wakes the callers that wait for new events in the feed.
final class FeedSignal: Sendable {
  /// The types of entities, such as visits or alerts, whose events a caller waits for. An empty set means all types.
  typealias Topics = Set<Refusal.Thing>

  private struct Waiter {
    let topics: Topics
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var waiters: [UInt64: Waiter] = [:]
    var cancelled: Set<UInt64> = []
    var last: UInt64 = 0
    /// The number of wake-ups so far. A caller reads it before it reads the feed, and passes it to the wait. So the
    /// caller does not miss a wake-up between reading and waiting.
    var generation: UInt64 = 0
    /// For each type of entity, the number of the last wake-up for events of that type.
    var raised: [Refusal.Thing: UInt64] = [:]
    /// The number of the last wake-up for all types at once.
    var raisedAll: UInt64 = 0
    var isClosed = false

    func isRaised(_ topics: Topics, since generation: UInt64) -> Bool {
      if topics.isEmpty { return self.generation > generation }
      return raisedAll > generation || topics.contains { raised[$0, default: 0] > generation }
    }
  }

  private let state = Mutex(State())

  /// The number of wake-ups so far. Read it before reading the feed, and pass it to ``wait(for:since:)``.
  var generation: UInt64 { state.withLock { $0.generation } }

  /// Whether the signal is closed because the daemon is stopping. No more events will come.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Wakes the callers that wait for events of these types, after a commit. An empty set wakes all callers.
  func raise(_ topics: Topics = []) {
    wake(topics) { state in
      state.generation += 1
      for topic in topics { state.raised[topic] = state.generation }
      if topics.isEmpty { state.raisedAll = state.generation }
    }
  }

  /// Closes the signal. It ends all waits, and later waits return at once.
  func close() {
    wake([]) { $0.isClosed = true }
  }

  /// Waits for a wake-up for one of these types.
  ///
  /// - Parameter generation: The number of wake-ups that the caller has seen. If there has been a later one for these
  ///   types, the function returns at once. It also returns when the signal is closed or the task is cancelled.
  func wait(for topics: Topics = [], since generation: UInt64) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isRaised(topics, since: generation) || state.isClosed || state.cancelled.remove(number) != nil {
            return true
          }
          state.waiters[number] = Waiter(topics: topics, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: number)
        if waiter == nil { state.cancelled.insert(number) }
        return waiter
      }
      waiter?.continuation.resume()
    }
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  private func wake(_ topics: Topics, _ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      let woken = state.waiters.filter {
        topics.isEmpty || $0.value.topics.isEmpty || !$0.value.topics.isDisjoint(with: topics)
      }
      for number in woken.keys { state.waiters[number] = nil }
      return Array(woken.values)
    }
    for waiter in waiters { waiter.continuation.resume() }
  }
}

import Synchronization
import VisitsModel

/// Wakes callers that wait for new events in the feed.
final class FeedSignal: Sendable {
  /// Nouns of the feed; empty: every noun.
  typealias Topics = Set<Refusal.Thing>

  private struct Waiter {
    let topics: Topics
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var waiters: [UInt64: Waiter] = [:]
    var cancelled: Set<UInt64> = []
    var last: UInt64 = 0
    /// The number of wake-ups. A caller that reads it before the feed does not miss a wake-up between reading and
    /// waiting.
    var generation: UInt64 = 0
    /// The generation at which each noun was last raised.
    var raised: [Refusal.Thing: UInt64] = [:]
    /// The generation at which all nouns were last raised.
    var raisedAll: UInt64 = 0
    var isClosed = false

    func isRaised(_ topics: Topics, since generation: UInt64) -> Bool {
      if topics.isEmpty { return self.generation > generation }
      return raisedAll > generation || topics.contains { raised[$0, default: 0] > generation }
    }
  }

  private let state = Mutex(State())

  /// The number of wake-ups so far. Read it before reading the feed.
  var generation: UInt64 { state.withLock { $0.generation } }

  /// Whether the signal is closed: no more events will come.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Wakes the callers that wait for these nouns, after a commit; empty: all callers.
  func raise(_ topics: Topics = []) {
    wake(topics) { state in
      state.generation += 1
      for topic in topics { state.raised[topic] = state.generation }
      if topics.isEmpty { state.raisedAll = state.generation }
    }
  }

  /// Closes the signal, and ends every wait from now on.
  func close() {
    wake([]) { $0.isClosed = true }
  }

  /// Returns when one of these nouns was raised since `generation`, when the signal is closed, or when the task is
  /// cancelled.
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

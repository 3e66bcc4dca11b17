import Synchronization
import VisitsModel

/// Wakes those who wait for the feed to grow.
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
    /// Grows with every wake-up, so that one between a look at the feed and the wait is not missed.
    var generation: UInt64 = 0
    /// The generation at which each noun was raised last.
    var raised: [Refusal.Thing: UInt64] = [:]
    /// The generation at which every noun was raised last.
    var raisedAll: UInt64 = 0
    var isClosed = false

    func isRaised(_ topics: Topics, since generation: UInt64) -> Bool {
      if topics.isEmpty { return self.generation > generation }
      return raisedAll > generation || topics.contains { raised[$0, default: 0] > generation }
    }
  }

  private let state = Mutex(State())

  /// How often it has been raised: take it before looking at the feed.
  var generation: UInt64 { state.withLock { $0.generation } }

  /// Whether nothing more will come.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Something of these nouns was committed.
  func raise(_ topics: Topics = []) {
    wake(topics) { state in
      state.generation += 1
      for topic in topics { state.raised[topic] = state.generation }
      if topics.isEmpty { state.raisedAll = state.generation }
    }
  }

  /// Nothing more will come: nobody waits from here on.
  func close() {
    wake([]) { $0.isClosed = true }
  }

  /// Returns when one of these nouns was raised since `generation`, when it is closed, or when the task is cancelled.
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

import Synchronization

/// Wakes those who wait for the feed to grow. Holds no events: the feed is stored.
final class FeedSignal: Sendable {
  private struct State {
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<UInt64> = []
    var last: UInt64 = 0
    /// Grows with every wake-up, so that one between a look at the feed and the wait is not missed.
    var generation: UInt64 = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// How often it has been raised: take it before looking at the feed.
  var generation: UInt64 { state.withLock { $0.generation } }

  /// Whether somebody waits for it.
  var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Whether nothing more will come.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Something was committed.
  func raise() {
    wake { $0.generation &+= 1 }
  }

  /// Nothing more will come: nobody waits from here on.
  func close() {
    wake { $0.isClosed = true }
  }

  /// Returns when it has been raised since `generation`, when it is closed, or when the task is cancelled.
  func wait(since generation: UInt64) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.generation != generation || state.isClosed || state.cancelled.remove(number) != nil {
            return true
          }
          state.waiters[number] = continuation
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
      waiter?.resume()
    }
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }
}

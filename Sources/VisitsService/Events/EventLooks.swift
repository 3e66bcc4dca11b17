import Synchronization

/// Lets a few of those who wait for events look for them at a time: a commit wakes thousands, and what all of them have
/// found must not be in memory at once.
final class EventLooks: Sendable {
  private static let atOnce = 4

  private struct State {
    var free = atOnce
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many of `waiting` had their turn.
    var begun = 0
  }

  private let state = Mutex(State())

  /// Does something when it is its turn.
  func take<Value>(_ look: () async throws -> Value) async rethrows -> Value {
    await begin()
    defer { end() }
    return try await look()
  }

  private func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func end() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.begun < state.waiting.count else {
        (state.waiting, state.begun) = ([], 0)
        state.free += 1
        return nil
      }
      defer { state.begun += 1 }
      return state.waiting[state.begun]
    }
    next?.resume()
  }
}

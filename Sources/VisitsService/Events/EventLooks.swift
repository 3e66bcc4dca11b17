import Synchronization

/// Lets two waiting calls at a time look for events, one for each user: a commit wakes thousands of them. What all of
/// them find must not be in memory at once, and the other readers of the store must stay free for everybody else.
final class EventLooks: Sendable {
  private let turns = Mutex(Turns<CheckedContinuation<Void, Never>>(places: 2, placesOfUser: 1))

  /// Runs `look` when it is its user's turn.
  func take<Value>(for user: String, _ look: () async throws -> Value) async rethrows -> Value {
    await withCheckedContinuation { place in
      turns.withLock { $0.add(place, of: user) }
      beginNext()
    }
    defer {
      turns.withLock { $0.ended(user) }
      beginNext()
    }
    return try await look()
  }

  private func beginNext() { turns.withLock { $0.next() }?.item.resume() }
}

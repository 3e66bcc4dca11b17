import Synchronization

/// Lets a few of those who wait for events look for them at a time: a commit wakes thousands, and what all of them have
/// found must not be in memory at once.
final class EventLooks: Sendable {
  private let turns = Mutex(Turns<CheckedContinuation<Void, Never>>(places: 4, placesOfUser: 2))

  /// Does something when it is its user's turn.
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

import Synchronization

/// Lets two waiting calls at a time look for events, one for each user: a commit wakes thousands of them. What all of
/// them find must not be in memory at once, and the other readers of the store must stay free for everybody else.
///
/// A user whose look has found much rests before the next one: one who asks for the whole feed again and again has no
/// more of the processors than those who ask for what is new.
final class EventLooks: Sendable {
  /// Fewer events than these are found without a rest.
  static let few = 32
  /// How long a user rests for each event that was found; to compose it takes about half as long.
  static let restOfEvent = Duration.microseconds(20)

  private struct Waiter {
    let user: String
    let place: CheckedContinuation<Void, Never>
  }

  private struct State {
    var turns = Turns<Waiter>(places: 2, placesOfUser: 1)
    /// The looks of users who rest.
    var resting: [String: [Waiter]] = [:]

    mutating func add(_ waiter: Waiter) {
      if resting[waiter.user] == nil {
        turns.add(waiter, of: waiter.user)
      } else {
        resting[waiter.user]?.append(waiter)
      }
    }
  }

  private let state = Mutex(State())

  /// Runs `look` when it is its user's turn.
  func take<Value>(for user: String, _ look: () async throws -> Value) async rethrows -> Value {
    await withCheckedContinuation { place in
      state.withLock { $0.add(Waiter(user: user, place: place)) }
      beginNext()
    }
    defer {
      state.withLock { $0.turns.ended(user) }
      beginNext()
    }
    return try await look()
  }

  /// Lets no further look of a user begin until ``goOn(_:)``. To be called from within one.
  func rest(_ user: String) {
    state.withLock { state in state.resting[user] = state.turns.remove { $0.user == user } }
  }

  /// The user has rested.
  func goOn(_ user: String) {
    let count = state.withLock { state in
      let waiting = state.resting.removeValue(forKey: user) ?? []
      for waiter in waiting { state.turns.add(waiter, of: user) }
      return waiting.count
    }
    if count > 0 { beginNext() }
  }

  private func beginNext() { state.withLock { $0.turns.next() }?.item.place.resume() }
}

extension VisitsService {
  /// Has a user rest whose look has found so many events. To be called from within the look.
  func rest(_ user: String, after events: Int) {
    guard events > EventLooks.few else { return }
    eventLooks.rest(user)
    let rested = enqueue.yield { [eventLooks, clock] in
      try? await clock.sleep(for: EventLooks.restOfEvent * events)
      eventLooks.goOn(user)
    }
    // The daemon stops.
    if case .terminated = rested { eventLooks.goOn(user) }
  }
}

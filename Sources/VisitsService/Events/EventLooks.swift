import Synchronization

/// Lets two waiting calls at a time query events, at most one of each user. A commit wakes thousands of waiting calls:
/// their results must not all be in memory at once, and the other readers of the store must stay free for other calls.
///
/// A user whose query found many events rests before the next one. A user who requests the whole feed over and over
/// thereby gets no more processor time than users who ask for new events.
final class EventLooks: Sendable {
  /// A query that finds at most this many events causes no rest.
  static let few = 32
  /// A user's rest for each event found. Composing an event takes about half as long.
  static let restOfEvent = Duration.microseconds(20)

  private struct Waiter {
    let user: String
    let place: CheckedContinuation<Void, Never>
  }

  private struct State {
    var turns = Turns<Waiter>(places: 2, placesOfUser: 1)
    /// The waiting queries of users who rest.
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

  /// Runs the query `look` when it is its user's turn.
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

  /// Holds back a user's further queries until ``goOn(_:)``. Call it from within a query.
  func rest(_ user: String) {
    state.withLock { state in state.resting[user] = state.turns.remove { $0.user == user } }
  }

  /// Ends a user's rest.
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
  /// Delays the user's next query in proportion to the events found. Call it from within the query.
  func rest(_ user: String, after events: Int) {
    guard events > EventLooks.few else { return }
    eventLooks.rest(user)
    let rested = enqueue.yield { [eventLooks, clock] in
      try? await clock.sleep(for: EventLooks.restOfEvent * events)
      eventLooks.goOn(user)
    }
    // The daemon is stopping.
    if case .terminated = rested { eventLooks.goOn(user) }
  }
}

import Synchronization

/// Limits how many waiting calls query the events at the same time: two in all, and one of each user. A commit wakes
/// thousands of waiting calls. Without the limit, all their results would be in memory at once, and no reader of the
/// store would be free for other calls.
///
/// After a query that found many events, its user must rest before the next one. So a user who requests the whole feed
/// again and again gets no more processor time than users who request only new events.
final class EventLooks: Sendable {
  /// The most events that a query may find without a rest for its user.
  static let few = 32
  /// The time for which a user rests for each event found. Composing an event takes about half of this time.
  static let restOfEvent = Duration.microseconds(20)

  private struct Waiter {
    let user: String
    let place: CheckedContinuation<Void, Never>
  }

  private struct State {
    var turns = Turns<Waiter>(places: 2, placesOfUser: 1)
    /// The waiting queries of the users who must rest.
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

  /// Runs the query `look` when its user's turn comes.
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

  /// Holds back the user's next queries until ``goOn(_:)``. Call it while a query of the user is running.
  func rest(_ user: String) {
    state.withLock { state in state.resting[user] = state.turns.remove { $0.user == user } }
  }

  /// Ends a user's rest, and lets the user's waiting queries run.
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
  /// Delays the user's next query in proportion to the number of events that a query has found. Call it while that
  /// query is running.
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

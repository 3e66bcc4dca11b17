import Synchronization
import VisitsModel

/// The newest events of the feed, in memory: callers who wait are answered after a commit without reading the database.
final class RecentFeed: Sendable {
  /// How many events are kept.
  static let most = 2000

  private struct State {
    /// Of the database; `nil`: nothing is kept yet.
    var epoch: Int64?
    /// The sequence before that of the first event that is kept.
    var start: Int64 = 0
    var events: [FeedEvent] = []

    var last: Int64 { events.last?.sequence ?? start }
  }

  private let state = Mutex(State())

  /// Begins behind the last event of the database.
  func begin(at present: Cursor) {
    state.withLock { $0 = State(epoch: present.epoch, start: present.sequence) }
  }

  /// Takes what was committed, in order.
  func note(_ committed: [FeedEvent]) {
    state.withLock { state in
      for event in committed {
        // What lies between was committed past this: the events from here on are whole again.
        if event.sequence != state.last + 1 { (state.start, state.events) = (event.sequence - 1, []) }
        state.events.append(event)
      }
      // Not with each event: that would move all of them.
      guard state.events.count >= 2 * Self.most else { return }
      let surplus = state.events.count - Self.most
      state.start = state.events[surplus - 1].sequence
      state.events.removeFirst(surplus)
    }
  }

  /// The events behind a place, in order, and the place of the last event of all.
  ///
  /// - Parameters:
  ///   - topics: Which nouns; empty: every.
  ///   - limit: At most so many.
  /// - Returns: `nil` if the database must be asked.
  func events(after place: Cursor?, topics: FeedSignal.Topics, limit: Int) -> (events: [FeedEvent], present: Cursor)? {
    state.withLock { state in
      guard let place, let epoch = state.epoch, place.epoch == epoch, place.sequence >= state.start,
        place.sequence <= state.last
      else { return nil }
      let later = state.events.suffix(Int(state.last - place.sequence))
      let found = later.lazy.filter { topics.isEmpty || topics.contains($0.topic) }.prefix(limit)
      return (Array(found), Cursor(epoch: epoch, sequence: state.last))
    }
  }
}

import Synchronization
import VisitsModel

/// The newest events of the feed, in memory: callers who wait are answered after a commit without reading the database.
final class RecentFeed: Sendable {
  /// How many events are kept.
  static let most = 2000

  private struct State {
    /// Of the database; `nil`: nothing is kept yet.
    var epoch: Int64?
    /// Every event after this sequence was seen.
    var begin: Int64 = 0
    var events: [FeedEvent] = []
    /// The last sequence of each noun that was seen and is not kept.
    var dropped: [Refusal.Thing: Int64] = [:]

    var last: Int64 { events.last?.sequence ?? begin }

    /// The events of some nouns after a place; `nil` if some of them are not kept.
    func events(after place: Cursor, of topics: FeedSignal.Topics) -> [FeedEvent]? {
      guard place.epoch == epoch, place.sequence >= begin, place.sequence <= last else { return nil }
      let isKept =
        topics.isEmpty
        ? dropped.values.allSatisfy { $0 <= place.sequence }
        : topics.allSatisfy { dropped[$0, default: begin] <= place.sequence }
      guard isKept else { return nil }
      return events.suffix(Int(last - place.sequence)).filter { topics.isEmpty || topics.contains($0.topic) }
    }
  }

  private let state = Mutex(State())

  /// Begins behind the last event of the database.
  func begin(at present: Cursor) {
    state.withLock { $0 = State(epoch: present.epoch, begin: present.sequence) }
  }

  /// Takes what was committed, in order.
  func note(_ committed: [FeedEvent]) {
    state.withLock { state in
      for event in committed {
        // An event between the two was not seen.
        if event.sequence - 1 != state.last { state = State(epoch: state.epoch, begin: event.sequence - 1) }
        state.events.append(event)
      }
      // Not with each event: that would move all of them.
      guard state.events.count >= 2 * Self.most else { return }
      let surplus = state.events.count - Self.most
      for event in state.events.prefix(surplus) { state.dropped[event.topic] = event.sequence }
      state.events.removeFirst(surplus)
    }
  }

  /// Moves a place forward to the next event of some nouns, or to the last event of all: what a caller has waited through
  /// does not count as being behind.
  func skip(from place: Cursor?, to topics: FeedSignal.Topics) -> Cursor? {
    state.withLock { state in
      guard var place, let found = state.events(after: place, of: topics) else { return place }
      place.sequence = found.first.map { $0.sequence - 1 } ?? state.last
      return place
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
      guard let place, let found = state.events(after: place, of: topics) else { return nil }
      return (Array(found.prefix(limit)), Cursor(epoch: place.epoch, sequence: state.last))
    }
  }
}

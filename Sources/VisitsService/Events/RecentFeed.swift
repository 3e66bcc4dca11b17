import Synchronization
import VisitsModel

/// The newest events of the feed in memory: after a commit, waiting callers are answered without reading the database.
final class RecentFeed: Sendable {
  /// The number of events to keep. Once there are twice as many, the older half is dropped.
  static let most = 2000

  private struct State {
    /// The epoch of the database; `nil` before ``begin(at:)``.
    var epoch: Int64?
    /// The sequence after which every event was recorded.
    var begin: Int64 = 0
    var events: [FeedEvent] = []
    /// For each noun, the last sequence that was recorded and then dropped.
    var dropped: [Refusal.Thing: Int64] = [:]

    var last: Int64 { events.last?.sequence ?? begin }

    /// Returns the events of some nouns after a cursor; `nil` if some of these events are not in memory.
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

  /// Starts empty after the last event of the database.
  func begin(at present: Cursor) {
    state.withLock { $0 = State(epoch: present.epoch, begin: present.sequence) }
  }

  /// Records committed events, in order.
  func note(_ committed: [FeedEvent]) {
    state.withLock { state in
      for event in committed {
        // At least one event in between is missing: start again after the gap.
        if event.sequence - 1 != state.last { state = State(epoch: state.epoch, begin: event.sequence - 1) }
        state.events.append(event)
      }
      // Dropping one event at a time would move all the others each time.
      guard state.events.count >= 2 * Self.most else { return }
      let surplus = state.events.count - Self.most
      for event in state.events.prefix(surplus) { state.dropped[event.topic] = event.sequence }
      state.events.removeFirst(surplus)
    }
  }

  /// Moves a cursor forward to just before the next event of some nouns, or to the end of the feed. Events of other
  /// nouns then do not count as being behind.
  func skip(from place: Cursor?, to topics: FeedSignal.Topics) -> Cursor? {
    state.withLock { state in
      guard var place, let found = state.events(after: place, of: topics) else { return place }
      place.sequence = found.first.map { $0.sequence - 1 } ?? state.last
      return place
    }
  }

  /// Returns the events after a cursor in order, and the cursor of the last event of the feed.
  ///
  /// - Parameters:
  ///   - topics: The nouns; empty: all.
  ///   - limit: The most events to return.
  /// - Returns: `nil` if the database must be read.
  func events(after place: Cursor?, topics: FeedSignal.Topics, limit: Int) -> (events: [FeedEvent], present: Cursor)? {
    state.withLock { state in
      guard let place, let found = state.events(after: place, of: topics) else { return nil }
      return (Array(found.prefix(limit)), Cursor(epoch: place.epoch, sequence: state.last))
    }
  }
}

import Synchronization
import VisitsModel

/// The newest events of the feed, in memory. After a commit, the waiting callers are answered from here without a read
/// of the database.
final class RecentFeed: Sendable {
  /// The number of events to keep in memory. Once there are twice as many, the older half is dropped.
  static let most = 2000

  private struct State {
    /// The epoch of the database, which is part of each cursor; `nil` before ``begin(at:)``.
    var epoch: Int64?
    /// The sequence of the last event before the first recorded one. Every later event was recorded.
    var begin: Int64 = 0
    var events: [FeedEvent] = []
    /// For each type of entity, the sequence of the last event that was dropped from memory.
    var dropped: [Refusal.Thing: Int64] = [:]

    var last: Int64 { events.last?.sequence ?? begin }

    /// Returns the events after a cursor that concern these types of entities; `nil` if some of these events are not in
    /// memory.
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

  /// Starts without events, at the cursor of the last event in the database.
  func begin(at present: Cursor) {
    state.withLock { $0 = State(epoch: present.epoch, begin: present.sequence) }
  }

  /// Appends committed events, in the order of their sequences.
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

  /// Moves a cursor forward to just before the next event of these types, or to the end of the feed. Then events of
  /// other types do not make its owner lag behind.
  func skip(from place: Cursor?, to topics: FeedSignal.Topics) -> Cursor? {
    state.withLock { state in
      guard var place, let found = state.events(after: place, of: topics) else { return place }
      place.sequence = found.first.map { $0.sequence - 1 } ?? state.last
      return place
    }
  }

  /// Returns the events after a cursor in order, and the cursor of the last event in the feed.
  ///
  /// - Parameters:
  ///   - topics: The types of entities whose events to return; an empty set for all types.
  ///   - limit: The most events to return.
  /// - Returns: `nil` if some of these events are not in memory and the database must be read.
  func events(after place: Cursor?, topics: FeedSignal.Topics, limit: Int) -> (events: [FeedEvent], present: Cursor)? {
    state.withLock { state in
      guard let place, let found = state.events(after: place, of: topics) else { return nil }
      return (Array(found.prefix(limit)), Cursor(epoch: place.epoch, sequence: state.last))
    }
  }
}

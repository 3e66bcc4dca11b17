import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EventWait: WaitingHandler {
  /// The most events in one answer.
  static let most = 1000

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let topics = Set(parameters.topics.map(\.thing))
    let deadline = Deadline(after: .seconds(parameters.timeout), on: service.clock)
    var since = try await call.cursor(parameters.since)
    while true {
      let generation = service.signal.generation
      let found: (answer: Answer?, present: Cursor) = try await service.eventLooks.take(for: call.user) {
        let (events, present) = try await call.events(after: since, topics: topics, limit: most)
        if let device = call.session.device {
          let now = service.now()
          guard let present = service.devices.present(device, at: now) else { throw Refusal.unauthenticated(.token) }
          try present.require(name, service.devices, at: now)
        }
        guard !events.isEmpty || deadline.hasPassed() || Task.isCancelled || service.signal.isClosed else {
          return (nil, present)
        }
        service.rest(call.user, after: events.count)
        let last = events.count == most ? events.last.map { Cursor(epoch: present.epoch, sequence: $0.sequence) } : nil
        return (
          Answer(events: events.map { EventView.compose($0, epoch: present.epoch) }, cursor: (last ?? present).text),
          present
        )
      }
      if let answer = found.answer { return answer }
      // The next query can skip the events of other topics.
      since = found.present
      await deadline.first(of: { await service.signal.wait(for: topics, since: generation) })
      since = service.recentFeed.skip(from: since, to: topics)
      try Task.checkCancellation()
    }
  }
}

extension VisitsService {
  /// Returns the events after a cursor, and the cursor of the last event in the feed.
  func events(
    after since: Cursor?, topics: FeedSignal.Topics, limit: Int
  ) async throws -> (events: [FeedEvent], present: Cursor) {
    if let recent = recentFeed.events(after: since, topics: topics, limit: limit) { return recent }
    return try await store.read { reader in
      (try reader.events(after: since, topics: topics, limit: limit), try reader.cursor)
    }
  }
}

extension Call {
  /// The most events by which a device may lag behind the feed. The store checks for each of these events whether it
  /// concerns the device. A device that lags further behind must read its days again, which costs less.
  private static let farBehind: Int64 = 2000

  /// Returns the events after a cursor that this caller may see, and the cursor of the last event in the feed.
  fileprivate func events(
    after since: Cursor?, topics: FeedSignal.Topics, limit: Int
  ) async throws -> (events: [FeedEvent], present: Cursor) {
    guard let own else { return try await service.events(after: since, topics: topics, limit: limit) }
    return try await service.store.read { reader in
      let present = try reader.cursor
      let place = try place(since, present: present, floor: reader.floor)
      return (try reader.events(of: own, clientsWithin: window, after: place, topics: topics, limit: limit), present)
    }
  }

  /// Returns the cursor after which a device reads the feed. It is the cursor that the device sent, or else the
  /// earliest from which it may read.
  ///
  /// - Throws: ``Refusal/cursorGone(present:)`` if the device lags too far behind and must read its days again.
  fileprivate func place(_ since: Cursor?, present: Cursor, floor: Cursor) throws -> Cursor {
    let earliest = max(floor.sequence, present.sequence - Self.farBehind)
    guard let since else { return Cursor(epoch: present.epoch, sequence: earliest) }
    guard since.epoch != present.epoch || since.sequence >= earliest else { throw Refusal.cursorGone(present: present) }
    return since
  }

  /// Parses the cursor that a caller has sent. Returns `nil` for the start of the feed.
  ///
  /// - Throws: ``Refusal/cursorGone(present:)`` if the text is no cursor.
  func cursor(_ text: String?) async throws -> Cursor? {
    guard let text, text != "0" else { return nil }
    guard let cursor = Cursor(text) else {
      throw Refusal.cursorGone(present: try await service.store.read { try $0.cursor })
    }
    return cursor
  }
}

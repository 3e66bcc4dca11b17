import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EventSubscribe: FollowingHandler {
  /// The most events that are sent at a time.
  private static let most = 200

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let since = try await call.cursor(parameters.since)
    let start = try await call.service.store.read { reader in
      guard parameters.since != nil else { return try reader.cursor }
      // Refuse a cursor that cannot be read from, before anything is sent.
      _ = try reader.events(after: since, limit: 0)
      return try since ?? reader.floor
    }
    return Answer(cursor: start.text)
  }

  static func follow(
    _ parameters: Parameters, _ answer: Answer, _ call: Call, _ tell: VisitsService.Telling
  ) async throws {
    var since = Cursor(answer.cursor)
    do {
      try await tellAll(from: &since, Set(parameters.topics.map(\.thing)), call.service, tell)
    } catch let error where !(error is CancellationError) {
      // Notify the subscriber that nothing more follows. It learns the reason when it subscribes again.
      if let since { _ = await tell(lagged(at: since)) }
      throw error
    }
  }

  private static func lagged(at place: Cursor) -> [UInt8] {
    var lines: [UInt8] = []
    Notification.write("event.lagged", Lagged(cursor: place.text), to: &lines)
    return lines
  }

  /// Sends events to a subscriber until it stops reading or lags too far behind.
  ///
  /// - Parameter since: The cursor up to which all events were sent.
  private static func tellAll(
    from since: inout Cursor?, _ topics: Set<Refusal.Thing>, _ service: VisitsService, _ tell: VisitsService.Telling
  ) async throws {
    var wasPresent = false
    var sync: SyncStanding?
    while !service.signal.isClosed {
      let generation = service.signal.generation
      let standing = topics.isEmpty ? try await service.store.read { try service.syncFacts($0).standing } : nil
      let (events, present) = try await service.events(after: since, topics: topics, limit: most)
      if wasPresent, let place = since, present.sequence - place.sequence > service.settings.eventsBehind {
        _ = await tell(lagged(at: place))
        return
      }
      var lines: [UInt8] = []
      for event in events {
        Notification.write("event", EventView.compose(event, epoch: present.epoch), to: &lines)
      }
      if let standing, let before = sync, !standing.looks(like: before) {
        Notification.write("sync", SyncChanged(standing), to: &lines)
      }
      sync = standing
      if events.count == most {
        since = events.last.map { Cursor(epoch: present.epoch, sequence: $0.sequence) }
      } else {
        since = present
        wasPresent = true
      }
      if !lines.isEmpty {
        guard await tell(lines) else { return }
      } else {
        await service.signal.wait(for: topics, since: generation)
        since = service.recentFeed.skip(from: since, to: topics)
      }
      try Task.checkCancellation()
    }
  }
}

extension EventSubscribe.SyncChanged {
  fileprivate init(_ standing: SyncStanding) {
    self.init(state: standing.state.wire, pending: standing.rows.pending, parked: standing.rows.parked)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EventSubscribe: FollowingHandler {
  /// How many events are told in one piece.
  private static let most = 200

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let since = try await call.cursor(parameters.since)
    let start = try await call.service.store.read { reader in
      guard parameters.since != nil else { return try reader.cursor }
      // Refuses a place that cannot be read from, before anything is told.
      _ = try reader.events(after: since, limit: 0)
      return try since ?? reader.floor
    }
    return Answer(cursor: start.text)
  }

  static func follow(_ parameters: Parameters, _ answer: Answer, _ call: Call, _ listener: any Listener) async throws {
    let service = call.service
    let topics = Set(parameters.topics.map(\.thing))
    var since = Cursor(answer.cursor)
    var wasPresent = false
    while !service.signal.isClosed {
      let generation = service.signal.generation
      let (events, present) = try await service.store.read { [since] reader in
        (try reader.events(after: since, topics: topics, limit: most), try reader.cursor)
      }
      var lines: [UInt8] = []
      if wasPresent, let place = since, present.sequence - place.sequence > service.settings.eventsBehind {
        Notification.write("event.lagged", Lagged(cursor: place.text), to: &lines)
        _ = await listener.tell(lines)
        return
      }
      for event in events {
        Notification.write("event", EventView.compose(event, epoch: present.epoch), to: &lines)
      }
      if events.count == most {
        since = events.last.map { Cursor(epoch: present.epoch, sequence: $0.sequence) }
      } else {
        since = present
        wasPresent = true
      }
      if !events.isEmpty {
        guard await listener.tell(lines) else { return }
      } else {
        await service.signal.wait(since: generation)
      }
      try Task.checkCancellation()
    }
  }
}

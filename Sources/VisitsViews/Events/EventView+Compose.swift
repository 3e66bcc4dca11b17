package import VisitsAPI
package import VisitsModel

extension EventView {
  /// An entry of the feed.
  ///
  /// - Parameter epoch: Which life of the database it belongs to.
  package static func compose(_ event: FeedEvent, epoch: Int64) -> EventView {
    EventView(
      cursor: Cursor(epoch: epoch, sequence: event.sequence).text, at: event.at.timestamp, topic: event.topic.wire,
      method: event.method, thing: event.thing, version: event.version,
      withdrawn: event.isWithdrawn ? true : nil)
  }
}

extension Refusal.Thing {
  /// As it goes over the wire.
  var wire: EventTopic {
    switch self {
    case .visit: .visit
    case .worker: .worker
    case .client: .client
    case .emergency: .emergency
    case .device: .device
    case .series: .series
    case .alert: .alert
    case .task: .task
    case .taskRecord: .taskRecord
    case .goal: .goal
    case .session: .session
    case .absence: .absence
    }
  }
}

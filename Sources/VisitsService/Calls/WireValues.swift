import VisitsAPI
import VisitsModel

/// Conversions of wire types to the model's types, since VisitsAPI and VisitsModel do not know each other.
extension Timestamp {
  /// The same moment in the model.
  var instant: Instant { Instant(milliseconds: milliseconds) }
}

extension Day {
  /// The same date in the model. The text of a ``Day`` is known to be valid.
  var careDay: CareDay { CareDay(text) ?? CareDay(daysSince1970: 0) }
}

extension Place {
  /// The same place in the model; `nil` if the device that sent it did not know it.
  var position: Position? { Position(latitude: latitude, longitude: longitude, accuracy: accuracy) }
}

extension EventTopic {
  /// The same noun in the model.
  var thing: Refusal.Thing {
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
    }
  }
}

extension VisitStatus {
  /// The same status in the model.
  var status: Status {
    switch self {
    case .scheduled: .scheduled
    case .inProgress: .inProgress
    case .completed: .completed
    case .cancelled: .cancelled
    case .missed: .missed
    }
  }
}

extension MissedByWord {
  /// The same party in the model.
  var missedBy: MissedBy {
    switch self {
    case .worker: .worker
    case .client: .client
    case .agency: .agency
    }
  }
}

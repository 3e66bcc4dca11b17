import VisitsAPI
import VisitsModel

/// Conversions of wire types to the model's types, since VisitsAPI and VisitsModel do not know each other.
extension Timestamp {
  /// The same moment as a value of the model.
  var instant: Instant { Instant(milliseconds: milliseconds) }
}

extension Day {
  /// The same date as a value of the model. The text of a ``Day`` is always a valid date.
  var careDay: CareDay { CareDay(text) ?? CareDay(daysSince1970: 0) }
}

extension Place {
  /// The same place as a value of the model; `nil` if it has no valid coordinates.
  var position: Position? { Position(latitude: latitude, longitude: longitude, accuracy: accuracy) }
}

extension EventTopic {
  /// The type of entity in the model that has the same name as the topic.
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
    case .absence: .absence
    }
  }
}

extension VisitStatus {
  /// The same status as a value of the model.
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
  /// The party that caused a visit to be missed, as a value of the model.
  var missedBy: MissedBy {
    switch self {
    case .worker: .worker
    case .client: .client
    case .agency: .agency
    }
  }
}

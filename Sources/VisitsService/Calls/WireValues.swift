import VisitsAPI
import VisitsModel

/// Wire values as the model's, and back: VisitsAPI knows no model, and the model no wire.
extension Timestamp {
  /// The same moment.
  var instant: Instant { Instant(milliseconds: milliseconds) }
}

extension Day {
  /// The same date; a ``Day`` has been checked.
  var careDay: CareDay { CareDay(text) ?? CareDay(daysSince1970: 0) }
}

extension Place {
  /// The same place; `nil` where whoever told it does not know it.
  var position: Position? { Position(latitude: latitude, longitude: longitude, accuracy: accuracy) }
}

extension EventTopic {
  /// The same noun.
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
  /// The same state.
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
  /// The same party.
  var missedBy: MissedBy {
    switch self {
    case .worker: .worker
    case .client: .client
    case .agency: .agency
    }
  }
}

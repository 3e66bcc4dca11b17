import Catalog
import VisitsAPI
import VisitsModel

extension Status {
  /// The state's words.
  var phrase: Phrase {
    switch self {
    case .scheduled: .statusScheduled
    case .inProgress: .statusInProgress
    case .completed: .statusCompleted
    case .cancelled: .statusCancelled
    case .missed: .statusMissed
    }
  }

  /// As it goes over the wire.
  var wire: VisitStatus {
    switch self {
    case .scheduled: .scheduled
    case .inProgress: .inProgress
    case .completed: .completed
    case .cancelled: .cancelled
    case .missed: .missed
    }
  }
}

import VisitsModel

extension Refusal.Thing {
  /// The table of this entity type. Its rows have an `id`, a `version` and a last `change`.
  var table: String {
    switch self {
    case .visit: "visits"
    case .worker: "workers"
    case .client: "clients"
    case .emergency: "emergencies"
    case .device: "devices"
    case .series: "series"
    case .alert: "alerts"
    case .task: "tasks"
    case .taskRecord: "taskRecords"
    case .goal: "goals"
    case .session: "sessions"
    }
  }
}

import VisitsModel

extension Refusal.Thing {
  /// The table in which things of this kind are kept, each with its `id`, `version` and last `change`.
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

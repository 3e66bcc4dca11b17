import VisitsModel

extension Refusal.Thing {
  /// The name of this entity type's table. Each row has an `id`, a `version`, and in `change` the number of the last
  /// audit entry.
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
    case .absence: "absences"
    }
  }
}

package import VisitsAPI
package import VisitsModel

extension GoalView {
  /// A goal of a client.
  package static func compose(_ goal: Goal, in context: ViewContext) -> GoalView {
    GoalView(
      id: goal.id.rawValue, client: goal.client.rawValue, title: goal.title, status: goal.status.wire,
      isAvailable: goal.isAvailable, setAt: goal.setAt.timestamp, statusSince: goal.statusAt.timestamp,
      version: goal.version, updatedAt: goal.updatedAt.timestamp)
  }
}

extension Goal.Status {
  var wire: GoalStatus {
    switch self {
    case .active: .active
    case .achieved: .achieved
    case .retired: .retired
    }
  }
}

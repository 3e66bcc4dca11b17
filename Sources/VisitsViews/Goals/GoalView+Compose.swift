import Catalog
package import VisitsAPI
package import VisitsModel

extension GoalView {
  /// A goal of a client.
  package static func compose(_ goal: Goal, in context: ViewContext) -> GoalView {
    let status = context.phrases[goal.status.phrase]
    let since = context.shortDate(context.agencyZone.day(of: goal.statusAt))
    return GoalView(
      display: Display(
        status: status, since: since,
        spoken: [goal.title, status, since].joined(separator: context.phrases[.cardSeparator])),
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

  fileprivate var phrase: Phrase {
    switch self {
    case .active: .goalActive
    case .achieved: .goalAchieved
    case .retired: .goalRetired
    }
  }
}

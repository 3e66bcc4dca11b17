import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension GoalPut: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let client = try transaction.knownClient(parameters.client)
    var goal: Goal
    if let id = parameters.goal {
      goal = try transaction.goal(GoalID(rawValue: id.lowercased()), expectedVersion: parameters.change.expectedVersion)
      guard goal.client == client.id else { throw Refusal.notFound(.goal, id: id) }
    } else {
      guard let title = parameters.title else { throw Refusal.invalid(field: "title", .missing) }
      goal = Goal(
        id: transaction.newGoalID(), client: client.id, title: title, setAt: call.now, statusAt: call.now)
    }
    if let title = parameters.title { goal.title = title }
    if let status = parameters.status.map(\.status), status != goal.status {
      goal.status = status
      goal.statusAt = call.now
    }
    // A worker who chooses a goal could not tell two with the same title apart.
    let isTaken = try transaction.goals(of: client.id).contains {
      $0.id != goal.id && $0.isAvailable && goal.isAvailable && $0.title == goal.title
    }
    guard !isTaken else { throw Refusal.invalid(field: "title", .taken(goal.title)) }
    transaction.reason = parameters.reason
    return .goal(try transaction.put(goal))
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .goal(let goal) = outcome else { throw UnfitOutcome() }
    return GoalAnswer(goal: GoalView.compose(goal, in: call.view))
  }
}

extension GoalStatus {
  fileprivate var status: Goal.Status {
    switch self {
    case .active: .active
    case .achieved: .achieved
    case .retired: .retired
    }
  }
}

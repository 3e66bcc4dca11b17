import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension GoalList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let goals = try await call.service.store.read { reader in
      try reader.goals(of: reader.shownClient(parameters.client, to: call).id)
    }
    let shown = goals.filter { goal in parameters.available.map { $0 == goal.isAvailable } ?? true }
    return Answer(goals: shown.map { GoalView.compose($0, in: call.view) })
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension TaskList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let (client, tasks) = try await call.service.store.read { reader in
      let client = try reader.shownClient(parameters.client, to: call)
      return (client, try reader.tasks(of: client.id))
    }
    let today = call.today(of: client)
    let shown = tasks.filter { parameters.includeRetired == true || !$0.isRetired(on: today) }
    return Answer(tasks: shown.map { TaskView.compose($0, today: today, among: tasks, in: call.view) })
  }
}

extension TaskPresets: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer { .compose(in: call.view) }
}

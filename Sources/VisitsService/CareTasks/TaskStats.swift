import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension TaskStats: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    try call.service.store.readNow { reader in
      let client = try reader.shownClient(parameters.client, to: call)
      let today = call.today(of: client)
      let until = try call.day(parameters.until, field: "until", today: today)
      guard until <= today else { throw Refusal.invalid(field: "until", .dayAhead(until)) }
      let tasks = try reader.tasks(of: client.id).filter { $0.firstDay <= until }
      let wanted = try parameters.task.map { text in
        let id = CareTaskID(rawValue: text.lowercased())
        guard tasks.contains(where: { $0.id == id }) else { throw Refusal.notFound(.task, id: text) }
        return id
      }
      let recorded = try reader.recordedDays(of: tasks, through: until)
      let (all, each) = TaskStatistics.of(
        tasks, done: recorded.map(\.done), notNeeded: recorded.map(\.notNeeded), until: until, today: today,
        length: parameters.days ?? 30)
      let shown = zip(tasks, each).filter { task, _ in
        wanted.map { $0 == task.id } ?? (parameters.includeRetired == true || !task.isRetired(on: until))
      }
      return TaskStatsView.compose(
        of: client, all: all, tasks: shown.map { (task: $0, statistics: $1) }, until: until, in: call.view)
    }
  }
}

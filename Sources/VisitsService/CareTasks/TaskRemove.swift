import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension TaskRemove: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var task = try transaction.task(
      CareTaskID(rawValue: parameters.task.lowercased()), expectedVersion: parameters.change.expectedVersion)
    let client = try transaction.knownClient(task.client.rawValue)
    let today = call.today(of: client)
    let given = try call.firstDay(parameters.from, of: task, client, today: today, in: transaction)
    // If no day is given, a task that has not begun never begins.
    let day = parameters.from == nil ? max(given, task.firstDay) : given
    guard day >= task.firstDay else { throw Refusal.invalid(field: "from", .beforeTaskBegins(task)) }
    if let waiting = try transaction.tasks(of: client.id).first(where: { $0.waits(for: task.id, from: day) }) {
      throw Refusal.invalid(field: "task", .awaited(by: waiting))
    }
    transaction.reason = parameters.reason
    task.retire(from: day)
    return .task(try transaction.put(task))
  }
}

extension CareTask {
  /// Whether this task is due only when the other task is done, on the given day or on any later day.
  fileprivate func waits(for other: CareTaskID, from day: CareDay) -> Bool {
    ([phase(on: day)].compactMap(\.self) + phases.filter { $0.from > day }).contains {
      $0.condition == .whenDone(other)
    }
  }
}

package import VisitsModel

extension VisitTask {
  /// What was recorded of a task, under its title in the reader's language.
  package static func compose(_ record: CareTaskRecord, of task: CareTask, in context: ViewContext) -> VisitTask {
    VisitTask(task: task.id, title: task.title(in: context), record: record)
  }
}

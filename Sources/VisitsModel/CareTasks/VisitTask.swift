/// What was recorded of a care task during a visit, as it goes out with the visit.
package struct VisitTask: Sendable, Hashable {
  /// The task.
  package var task: CareTaskID
  /// What it is called.
  package var title: String
  /// What was recorded of it.
  package var record: CareTaskRecord

  /// What was recorded of a task.
  package init(task: CareTaskID, title: String, record: CareTaskRecord) {
    self.task = task
    self.title = title
    self.record = record
  }

  /// What became of it, in one word: done, notDone, refused, notNeeded or unable.
  package var result: String { record.outcome?.rawValue ?? (record.isDone ? "done" : "notDone") }

  /// `10:30`, on the client's clocks; `nil`: no time was recorded.
  package var time: String? { record.time?.typed }
}

/// A client's checklist of one care day: what is due, and what was recorded of it.
package struct CareTaskDay: Sendable, Hashable {
  /// What a day looks like as a whole (seed 000, State Table).
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// Today, and nothing is done yet.
    case empty
    /// Today, and some of it is done.
    case partial
    /// Today, and all of it is done.
    case complete
    /// A day that is over, whatever was done.
    case pastDay
    /// A day that has not come.
    case futureDay
    /// Nothing is known yet.
    case loading
  }

  /// One task that is due.
  package struct Row: Sendable, Hashable {
    /// The task.
    package var task: CareTask
    /// What was recorded of it.
    package var record: CareTaskRecord?

    /// A task with its record.
    package init(task: CareTask, record: CareTaskRecord?) {
      self.task = task
      self.record = record
    }

    /// Whether it is done.
    package var isDone: Bool { record?.isDone ?? false }

    /// Whether it counts: what was not called for is as little a part of the day as what is not due.
    package var counts: Bool { record?.outcome != .notNeeded }
  }

  /// The day.
  package let day: CareDay
  /// The day that it is now where the client is.
  package let today: CareDay
  /// What is due, in the client's order.
  package let rows: [Row]

  /// A day's list.
  ///
  /// - Parameters:
  ///   - tasks: All tasks of the client, in the order in which they stand.
  ///   - records: What was recorded on that day.
  package init(_ day: CareDay, today: CareDay, tasks: [CareTask], records: [CareTaskRecord]) {
    self.day = day
    self.today = today
    let known = day > today ? [] : records
    let byTask = Dictionary(known.map { ($0.task, $0) }) { first, _ in first }
    let due = DueTasks(tasks)
    rows = tasks.compactMap { task in
      due.isDue(task, on: day) { byTask[$0]?.isDone ?? false } ? Row(task: task, record: byTask[task.id]) : nil
    }
  }

  /// How many are done.
  package var completed: Int { rows.count { $0.isDone } }

  /// How many are to be done.
  package var total: Int { rows.count { $0.counts } }

  /// The state.
  package var state: State {
    if day > today { return .futureDay }
    if day < today { return .pastDay }
    guard completed < total || rows.isEmpty else { return .complete }
    return completed == 0 ? .empty : .partial
  }
}

package import VisitsModel

extension StoreReader {
  /// The task of that id.
  package func task(_ id: CareTaskID) throws -> CareTask? { try stored(id.rawValue)?.thing }

  /// All tasks of a client, retired ones too, in the order in which they stand.
  package func tasks(of client: ClientID) throws -> [CareTask] {
    try all(Self.tasksOfClient, [.text(client.rawValue)])
  }

  static let tasksOfClient = """
    SELECT \(CareTask.table.columns) FROM tasks INDEXED BY tasksByClient WHERE client = ? ORDER BY rank, id
    """

  /// What was recorded of a client's tasks on a day.
  package func records(of client: ClientID, on day: CareDay) throws -> [CareTaskRecord] {
    try all(Self.recordsOfDay, [.text(client.rawValue), Bound(day.daysSince1970)])
  }

  static let recordsOfDay = """
    SELECT \(CareTaskRecord.table.columns) FROM taskRecords INDEXED BY taskRecordsByDay WHERE client = ? AND day = ?
    """

  /// What was recorded of one task on a day.
  package func record(of task: CareTask, on day: CareDay) throws -> CareTaskRecord? {
    let found: [CareTaskRecord] = try all(
      Self.recordsOfDay + " AND task = ?",
      [.text(task.client.rawValue), Bound(day.daysSince1970), .text(task.id.rawValue)])
    return found.first
  }

  /// The record of that id.
  package func record(_ id: TaskRecordID) throws -> CareTaskRecord? { try stored(id.rawValue)?.thing }

  /// What was recorded of tasks during a visit, in the order in which it was recorded.
  package func records(during visit: VisitID) throws -> [CareTaskRecord] {
    try all(Self.recordsOfVisit, [.text(visit.rawValue)])
  }

  static let recordsOfVisit = """
    SELECT \(CareTaskRecord.table.columns) FROM taskRecords INDEXED BY taskRecordsByVisit WHERE visit = ?
    ORDER BY recordedAt, id
    """

  /// On which days each of some tasks was done, from the first day of all of them through another.
  package func doneDays(of tasks: [CareTask], through last: CareDay) throws -> [DayFlags] {
    let first = min(tasks.map(\.firstDay).min() ?? last, last)
    return try tasks.map { task in
      var flags = DayFlags(from: first, through: last)
      let parts = try db.all(Self.doneParts, [.text(task.id.rawValue), Bound(last.daysSince1970 >> 5)]) {
        ($0.int(0), UInt32(truncatingIfNeeded: $0.integer(1)))
      }
      for (part, done) in parts {
        var rest = done
        while rest != 0 {
          flags.set(CareDay(daysSince1970: part << 5 + rest.trailingZeroBitCount))
          rest &= rest - 1
        }
      }
      return flags
    }
  }

  static let doneParts = """
    SELECT part, done FROM taskDays WHERE task = (SELECT row FROM tasks WHERE id = ?) AND part <= ?
    """

  /// The visit of a worker at a client that is under way; `nil`: there is none.
  package func visitUnderWay(_ worker: WorkerID, at client: ClientID) throws -> VisitID? {
    try db.first(Self.underWayAtClient, [.text(worker.rawValue), .text(client.rawValue)]) {
      VisitID(rawValue: $0.text(0))
    }
  }

  static let underWayAtClient = """
    SELECT id FROM visits INDEXED BY visitsUnderWay
    WHERE status = 'inProgress' AND isWithdrawn = 0 AND worker = ? AND client = ? ORDER BY startsAt DESC LIMIT 1
    """
}

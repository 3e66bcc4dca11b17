package import VisitsModel

extension StoreReader {
  /// Returns the task with an id; `nil` if there is none.
  package func task(_ id: CareTaskID) throws -> CareTask? { try stored(id.rawValue)?.thing }

  /// Returns the task as it was at an earlier point of the feed, the numbered list of all changes; `nil` if the task
  /// did not exist then.
  ///
  /// - Parameter feed: The number of the last change that counts.
  package func task(_ id: CareTaskID, asOf feed: Int64) throws -> CareTask? {
    guard let stored = try stored(id.rawValue, as: CareTask.self) else { return nil }
    guard stored.change > feed else { return stored.thing }
    return try snapshot(before: stored.change, asOf: feed).map { try CareTask(snapshot: $0) }
  }

  /// Returns all tasks of a client, including retired tasks, in their order of display.
  package func tasks(of client: ClientID) throws -> [CareTask] {
    try all(Self.tasksOfClient, [.text(client.rawValue)])
  }

  static let tasksOfClient = """
    SELECT \(CareTask.table.columns) FROM tasks INDEXED BY tasksByClient WHERE client = ? ORDER BY rank, id
    """

  /// Returns the records of a client's tasks on a day.
  package func records(of client: ClientID, on day: CareDay) throws -> [CareTaskRecord] {
    try all(Self.recordsOfDay, [.text(client.rawValue), Bound(day.daysSince1970)])
  }

  static let recordsOfDay = """
    SELECT \(CareTaskRecord.table.columns) FROM taskRecords INDEXED BY taskRecordsByDay WHERE client = ? AND day = ?
    """

  /// Returns the record of one task on a day; `nil` if there is none.
  package func record(of task: CareTask, on day: CareDay) throws -> CareTaskRecord? {
    let found: [CareTaskRecord] = try all(
      Self.recordsOfDay + " AND task = ?",
      [.text(task.client.rawValue), Bound(day.daysSince1970), .text(task.id.rawValue)])
    return found.first
  }

  /// Returns the task record with an id; `nil` if there is none.
  package func record(_ id: TaskRecordID) throws -> CareTaskRecord? { try stored(id.rawValue)?.thing }

  /// Returns the versions of a task record, the newest first. Each audit entry refers to the record's previous entry,
  /// and the query follows these references back.
  ///
  /// - Parameter limit: The maximum number of versions.
  package func history(of record: CareTaskRecord, limit: Int) throws -> [CareTaskRecord] {
    try db.all(
      """
      WITH RECURSIVE walk (sequence) AS (
        SELECT change FROM taskRecords WHERE id = ?
        UNION ALL
        SELECT audit.previous FROM walk JOIN audit ON audit.sequence = walk.sequence WHERE audit.previous IS NOT NULL
        LIMIT ?
      )
      SELECT snapshot FROM walk JOIN audit ON audit.sequence = walk.sequence ORDER BY walk.sequence DESC
      """, [.text(record.id.rawValue), Bound(max(0, limit))]
    ) { try CareTaskRecord(snapshot: db.snapshot($0.text(0))) }
  }

  /// Returns the task records made during a visit, in the order of recording.
  package func records(during visit: VisitID) throws -> [CareTaskRecord] {
    try all(Self.recordsOfVisit, [.text(visit.rawValue)])
  }

  static let recordsOfVisit = """
    SELECT \(CareTaskRecord.table.columns) FROM taskRecords INDEXED BY taskRecordsByVisit WHERE visit = ?
    ORDER BY recordedAt, id
    """

  /// Returns, for each task, the days on which it was done. Every result covers the same period: from the earliest
  /// first day of all the tasks through `last`.
  package func doneDays(of tasks: [CareTask], through last: CareDay) throws -> [DayFlags] {
    try recordedDays(of: tasks, through: last).map(\.done)
  }

  /// Returns, for each task, the days on which it was done and the days on which it was not needed. The value for the
  /// days on which the task was not needed is `nil` if there are no such days.
  package func recordedDays(
    of tasks: [CareTask], through last: CareDay
  ) throws -> [(done: DayFlags, notNeeded: DayFlags?)] {
    let first = min(tasks.map(\.firstDay).min() ?? last, last)
    return try tasks.map { task in
      let none = DayFlags(from: first, through: last)
      var (done, notNeeded): (DayFlags, DayFlags?) = (none, nil)
      let parts = try db.all(Self.doneParts, [.text(task.id.rawValue), Bound(last.daysSince1970 >> 5)]) {
        ($0.int(0), UInt32(truncatingIfNeeded: $0.integer(1)), UInt32(truncatingIfNeeded: $0.integer(2)))
      }
      for (part, doneBits, notNeededBits) in parts {
        done.set(doneBits, of: part)
        if notNeededBits != 0 {
          var flags = notNeeded ?? none
          flags.set(notNeededBits, of: part)
          notNeeded = flags
        }
      }
      return (done, notNeeded)
    }
  }

  static let doneParts = """
    SELECT part, done, notNeeded FROM taskDays WHERE task = (SELECT row FROM tasks WHERE id = ?) AND part <= ?
    """

  /// Returns the visit of a worker to a client during which the worker was present at an instant, with the time of the
  /// worker's arrival; `nil` if no such visit is known. A visit that was later given to another worker also counts, if
  /// the first worker's own device recorded the arrival.
  package func visit(
    of worker: WorkerID, at client: ClientID, during instant: Instant
  ) throws -> (visit: VisitID, since: Instant)? {
    // The query covers a week on both sides, to find a worker who came long before or after the planned time.
    let bounds: [Bound] = [
      .text(worker.rawValue), .text(client.rawValue), Bound(instant.adding(minutes: -7 * 1440)),
      Bound(instant.adding(minutes: 7 * 1440)),
    ]
    let own = try db.all(Self.begunAtClient, bounds, VisitRow.visit)
    let former = try db.all(Self.formerAtClient, bounds, VisitRow.visit)
    return (own + former).compactMap { visit in
      visit.stay(of: worker).flatMap { $0.contains(instant) ? (visit.id, $0.since) : nil }
    }.max { ($0.since, $0.visit.rawValue) < ($1.since, $1.visit.rawValue) }
  }

  static let begunAtClient = """
    SELECT \(VisitRow.columns) FROM visits INDEXED BY visitsByWorker
    WHERE worker = ?1 AND client = ?2 AND startsAt > ?3 AND startsAt < ?4
      AND status IN ('inProgress', 'completed') AND isWithdrawn = 0
    """

  static let formerAtClient = """
    SELECT \(VisitRow.columns) FROM visits INDEXED BY visitsByClient
    WHERE client = ?2 AND startsAt > ?3 AND startsAt < ?4 AND worker IS NOT ?1
      AND EXISTS (SELECT 1 FROM formerVisits WHERE topic = 'worker' AND person = ?1 AND visit = visits.row)
    """

  /// Returns whether a worker has a visit with a client, or had one that was then given to another worker. Visits of
  /// any time and with any status count.
  package func hasServed(_ worker: WorkerID, _ client: ClientID) throws -> Bool {
    try db.first(Self.served, [.text(worker.rawValue), .text(client.rawValue)]) { _ in true } ?? false
  }

  static let served = """
    SELECT 1 FROM visits INDEXED BY visitsByClient
    WHERE client = ?2 AND (
      worker = ?1 OR EXISTS (SELECT 1 FROM formerVisits WHERE topic = 'worker' AND person = ?1 AND visit = visits.row))
    ORDER BY startsAt DESC LIMIT 1
    """
}

extension DayFlags {
  /// Sets the flag of each day whose bit is set in `bits`.
  ///
  /// - Parameter part: The number of the period of 32 days that the bits describe. Period 0 starts on 1 January 1970.
  fileprivate mutating func set(_ bits: UInt32, of part: Int) {
    var rest = bits
    while rest != 0 {
      set(CareDay(nearest: Int64(part << 5 + rest.trailingZeroBitCount)))
      rest &= rest - 1
    }
  }
}

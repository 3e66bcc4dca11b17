package import VisitsModel

extension ChangeTransaction {
  /// Returns the task that the caller is about to change. Fails if the task no longer has the version that the caller
  /// last read.
  ///
  /// - Parameter expectedVersion: The version that the caller last read; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such task, ``Refusal/versionConflict(expected:current:)`` if
  ///   it has another version.
  package func task(_ id: CareTaskID, expectedVersion: Int?) throws -> CareTask {
    try present(task(id), id.rawValue, expectedVersion: expectedVersion) { .task($0) }
  }

  /// Stores a new or changed task. Sets its version and the time of the change.
  ///
  /// - Returns: The task as stored. If no value differs from the stored task, nothing is written.
  package func put(_ task: CareTask) throws -> CareTask {
    try keep(task, inPlaceOf: stored(task.id.rawValue))
  }

  /// Stores a task record, which is the result of one task on one day. Sets its version and the time of the change.
  ///
  /// - Parameter isDecision: Whether to write an audit entry even if no value of the record differs, because a device
  ///   has reported the same once more.
  /// - Returns: The record as stored. If no value differs from the stored record and this is no decision, nothing is
  ///   written.
  package func put(_ record: CareTaskRecord, isDecision: Bool = false) throws -> CareTaskRecord {
    let before: Stored<CareTaskRecord>? = try stored(record.id.rawValue)
    let kept = try keep(record, inPlaceOf: before, isDecision: isDecision)
    let isMarked = before.map { Self.marks($0.thing) } ?? (false, false)
    if Self.marks(kept) != isMarked { try mark(kept) }
    if let before { try rememberWhose(before, kept) }
    return kept
  }

  /// Returns an id for a new task.
  package func newTaskID() -> CareTaskID { CareTaskID(rawValue: context.identities.next()) }

  /// Returns an id for a new task record.
  package func newTaskRecordID() -> TaskRecordID { TaskRecordID(rawValue: context.identities.next()) }

  private func rememberWhose(_ before: Stored<CareTaskRecord>, _ record: CareTaskRecord) throws {
    func remember(_ topic: Refusal.Thing, _ thing: String) throws {
      try db.run(
        "INSERT INTO formerTaskRecords (topic, thing, record) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [.text(topic.rawValue), .text(thing), .integer(before.row)])
    }
    if let worker = before.thing.worker, worker != record.worker { try remember(.worker, worker.rawValue) }
    if let visit = before.thing.visit, visit != record.visit { try remember(.visit, visit.rawValue) }
  }

  private static func marks(_ record: CareTaskRecord) -> (done: Bool, notNeeded: Bool) {
    (record.isDone, record.outcome == .notNeeded)
  }

  /// Updates the table `taskDays` after a record has changed: sets or clears the marks "done" and "not needed" of the
  /// record's day. A row of this table has one bit for each of 32 days of a task, so that a query reads many days at
  /// once.
  private func mark(_ record: CareTaskRecord) throws {
    let day = record.day.daysSince1970
    let marks = Self.marks(record)
    let bit = Int64(1) << Int64(day & 31)
    try db.run(
      """
      INSERT INTO taskDays (task, part, done, notNeeded) SELECT row, ?2, ?3, ?4 FROM tasks WHERE id = ?1
      ON CONFLICT (task, part) DO UPDATE SET done = (done & ~?5) | ?3, notNeeded = (notNeeded & ~?5) | ?4
      """,
      [
        .text(record.task.rawValue), Bound(day >> 5), .integer(marks.done ? bit : 0),
        .integer(marks.notNeeded ? bit : 0), .integer(bit),
      ])
  }
}

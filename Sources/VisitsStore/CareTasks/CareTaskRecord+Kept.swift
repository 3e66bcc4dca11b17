import VisitsModel

/// The table of task records, and the conversion of a record to and from a row.
extension CareTaskRecord: Kept {
  static let topic = Refusal.Thing.taskRecord
  static let table = Table(
    of: topic,
    [
      "id", "task", "client", "day", "isDone", "secondOfDay", "outcome", "note", "worker", "recordedBy", "recordedAt",
      "isLate", "visit", "version", "updatedAt", "isAnswered", "isClockSuspect", "toldAt", "reason",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .taskRecord(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: TaskRecordID(rawValue: row.text(2)), task: CareTaskID(rawValue: row.text(3)), client: try row.clientID(4),
      day: row.day(5), isDone: row.truth(6), secondOfDay: row.isNull(7) ? nil : row.secondOfDay(7),
      outcome: row.isNull(8) ? nil : try row.named(8, "outcome"), reason: row.textIfAny(20),
      isAnswered: row.truth(17), note: row.textIfAny(9),
      worker: row.isNull(10) ? nil : try row.workerID(10), by: row.text(11), at: row.instant(12),
      isClockSuspect: row.truth(18), toldAt: row.instant(19), isLate: row.truth(13),
      visit: row.textIfAny(14).map(VisitID.init(rawValue:)), version: row.int(15),
      updatedAt: row.instant(16))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(task.rawValue), Bound(client.rawValue), Bound(day.daysSince1970), Bound(isDone),
      Bound(secondOfDay.map { Int64($0) }), Bound(outcome?.rawValue), Bound(note), Bound(worker?.rawValue), Bound(by),
      Bound(at), Bound(isLate), Bound(visit?.rawValue), Bound(version), Bound(updatedAt),
      Bound(isAnswered), Bound(isClockSuspect), Bound(toldAt), Bound(reason),
    ]
  }
}

/// Converts a task record to and from the snapshot that the audit stores after each change.
extension CareTaskRecord {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("task", task.rawValue)
    writer.write("client", client.rawValue)
    writer.write("day", day.daysSince1970)
    writer.write("done", isDone)
    writer.write("secondOfDay", secondOfDay.map { Int64($0) })
    writer.write("outcome", outcome?.rawValue)
    writer.write("reason", reason)
    writer.write("answered", isAnswered)
    writer.write("note", note)
    writer.write("worker", worker?.rawValue)
    writer.write("by", by)
    writer.write("at", at)
    writer.write("clockSuspect", isClockSuspect)
    writer.write("toldAt", toldAt)
    writer.write("late", isLate)
    writer.write("visit", visit?.rawValue)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws {
    func number(_ name: String) throws -> Int { try fields.needed(name, fields.count(name)) }
    var outcome: Outcome?
    if try fields.text("outcome") != nil { outcome = try fields.named("outcome") }
    self.init(
      id: try fields.named("id"), task: try fields.named("task"), client: try fields.named("client"),
      day: try fields.needed("day", fields.day("day")), isDone: fields.truth("done"),
      secondOfDay: try fields.secondOfDay("secondOfDay"), outcome: outcome,
      reason: try fields.text("reason"), isAnswered: fields.truth("answered"), note: try fields.text("note"),
      worker: try fields.text("worker").flatMap(WorkerID.init(rawValue:)),
      by: try fields.needed("by", fields.text("by")), at: try fields.needed("at", fields.instant("at")),
      isClockSuspect: fields.truth("clockSuspect"), toldAt: try fields.instant("toldAt"), isLate: fields.truth("late"),
      visit: try fields.text("visit").map(VisitID.init(rawValue:)),
      version: try number("version"), updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

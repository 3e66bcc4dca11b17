import GRDB
package import VisitsModel

/// What sync writes down beside the schedule. Good only inside the closure that it is handed to: with what else is written
/// there it is kept whole or not at all. Nobody is told of it, and the audit says nothing of it.
package struct SyncLedger {
  let db: Database

  /// Keeps what both sides agree on from here on of one record.
  package func agree(on record: AgreedRecord) throws {
    let (topic, id) = try record.thing.place
    try enqueueWhatRefers(to: record)
    try db.run(
      """
      INSERT INTO agreed (type, id, version, topic, thing, part, fields, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (type, id, part) DO UPDATE SET version = excluded.version, topic = excluded.topic, thing = excluded.thing,
        fields = excluded.fields, body = excluded.body
      """,
      [
        .text(record.address.type), .text(record.address.id), Bound(record.version), topic, id, Bound(record.part),
        .text(record.fields), .text(record.body),
      ])
    try db.run("DELETE FROM discarded WHERE topic = ? AND thing = ?", [topic, id])
  }

  /// The same of what upstream has confirmed, unless more has been taken in of that record since it was sent: a pull may
  /// have overtaken the answer.
  ///
  /// - Parameter base: The version that was built on; `nil`: it was new.
  /// - Returns: Whether it was overtaken: what was sent may have been changed by somebody else already.
  package func agree(on record: AgreedRecord, after base: String?) throws -> Bool {
    let (type, id) = (Bound.text(record.address.type), Bound.text(record.address.id))
    let isOvertaken = try db.first(
      "SELECT 1 FROM agreed WHERE type = ? AND id = ? AND part = ? AND version IS NOT ? AND version IS NOT ?",
      [type, id, Bound(record.part), Bound(base), Bound(record.version)]
    ) { _ in true }
    if isOvertaken == nil { try agree(on: record) }
    return isOvertaken != nil
  }

  /// Nothing is agreed on of a record any more: it is gone upstream.
  package func disagree(on address: RecordAddress) throws {
    try db.run("DELETE FROM agreed WHERE type = ? AND id = ?", [.text(address.type), .text(address.id)])
  }

  /// Keeps how far a pull has come.
  package func keep(_ mark: PullMark) throws {
    switch mark {
    case .watermark(let type, let at):
      try db.run(
        "INSERT INTO watermarks (type, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
        [.text(type), Bound(at)])
    case .covered(let type, let day):
      try db.run(
        "INSERT INTO coveredDays (type, day) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [.text(type), Bound(day.daysSince1970)])
    // How far it came is told by the watermark.
    case .followed: break
    }
  }

  /// Keeps that days were compared with upstream's.
  package func note(compared extent: PullPlan.Comparison.Extent, at now: Instant) throws {
    try keep(.watermark(extent.mark, now))
  }

  /// Up to where changes of a type were taken.
  package func watermark(of type: String) throws -> Instant? {
    try db.first("SELECT at FROM watermarks WHERE type = ?", [.text(type)]) { $0.instant(0) }
  }

  /// Keeps up to where the history of a type was read.
  package func note(historyOf type: String, readTo instant: Instant) throws {
    try keep(.watermark(StoreReader.historyMark(type), instant))
  }

  /// Notes that the merges of clients are to be followed: not everything is where it belongs.
  package func noteMergesDue(at now: Instant) throws {
    // Each time another value: a pass that began before is not the one that has to see to it.
    try db.run(
      "INSERT INTO watermarks (type, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at + 1, excluded.at)",
      [.text(StoreReader.mergesMark), Bound(now)])
  }

  /// Notes that all merges of clients have been followed that were due at a mark.
  package func noteMergesFollowed(dueAt mark: Instant) throws {
    try db.run("DELETE FROM watermarks WHERE type = ? AND at = ?", [.text(StoreReader.mergesMark), Bound(mark)])
  }

  /// Forgets how far something has come.
  package func forgetWatermark(of type: String) throws {
    try db.run("DELETE FROM watermarks WHERE type = ?", [.text(type)])
  }

  /// Days that have left the window are covered no longer: what changes on them is not followed.
  package func uncover(_ type: String, outside window: ClosedRange<CareDay>) throws {
    try db.run(
      "DELETE FROM coveredDays WHERE type = ? AND day NOT BETWEEN ? AND ?",
      [.text(type), Bound(window.lowerBound.daysSince1970), Bound(window.upperBound.daysSince1970)])
  }

  /// Notes by its id what is not stored since it lies outside the window, or that it lies there no longer.
  ///
  /// - Parameter awaited: The Appointments with any of which it would be taken in.
  package func note(outside record: RecordVersion, isOutside: Bool, awaiting awaited: [RecordAddress] = []) throws {
    let key: [Bound] = [.text(record.address.type), .text(record.address.id)]
    guard isOutside else { return try db.run("DELETE FROM outside WHERE type = ? AND id = ?", key) }
    try db.run(
      """
      INSERT INTO outside (type, id, version, awaits) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET version = excluded.version, awaits = excluded.awaits
      """, key + [Bound(record.version), Bound(awaited.isEmpty ? nil : awaited.map(\.id).joined(separator: " "))])
  }

  /// Notes in which version a record was met and not taken in.
  package func note(leftOut record: RecordVersion) throws {
    guard let version = record.version else { return }
    try db.run(
      "INSERT INTO leftOut (type, id, version) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET version = excluded.version",
      [.text(record.address.type), .text(record.address.id), .text(version)])
  }
}

extension SyncThing {
  /// As the tables name it.
  var place: (topic: Bound, id: Bound) {
    get throws {
      guard let (topic, id) = parts else { throw StoreFault.unreadable("thing") }
      return (.text(topic.rawValue), .text(id))
    }
  }
}

extension ChangeTransaction {
  /// What sync writes down together with this change.
  package var ledger: SyncLedger { SyncLedger(db: db) }
}

extension Store {
  /// Writes down what sync must remember, in a transaction of its own. The caller's thread waits; to be called from no
  /// reading or changing closure.
  package func keepNow<Value>(_ body: (SyncLedger) throws -> Value) throws -> Value {
    if let fault { throw Refusal.unavailable(fault.reason) }
    do {
      return try pool.write { [commits = context.commits] db in
        db.afterNextTransaction { _ in commits.add() }
        return try body(SyncLedger(db: db))
      }
    } catch {
      throw StoreFault.translate(error)
    }
  }
}

import GRDB
package import VisitsModel

/// The writes of sync, except the writes to the schedule. A ledger is valid only inside the closure that receives it,
/// and its writes are committed together with that closure's other writes. They appear neither in the feed nor in the
/// audit.
package struct SyncLedger {
  let db: Database

  /// Stores the state of a record on which both sides now agree.
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

  /// Stores the agreed state that upstream has confirmed, unless the store already has another version of the record: a
  /// pull may have overtaken the answer.
  ///
  /// - Parameter base: The version that the update was based on; `nil` if the record was new.
  /// - Returns: `true` if the store kept its own state. In that case another system may have changed the values that
  ///   were sent.
  package func agree(on record: AgreedRecord, after base: String?) throws -> Bool {
    let (type, id) = (Bound.text(record.address.type), Bound.text(record.address.id))
    let isOvertaken = try db.first(
      "SELECT 1 FROM agreed WHERE type = ? AND id = ? AND part = ? AND version IS NOT ? AND version IS NOT ?",
      [type, id, Bound(record.part), Bound(base), Bound(record.version)]
    ) { _ in true }
    if isOvertaken == nil { try agree(on: record) }
    return isOvertaken != nil
  }

  /// Deletes the agreed state of a record, for example because upstream has deleted the record.
  package func disagree(on address: RecordAddress) throws {
    try db.run("DELETE FROM agreed WHERE type = ? AND id = ?", [.text(address.type), .text(address.id)])
  }

  /// Stores how far a pull has come.
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
    // The watermark already says how far the changes were read.
    case .followed: break
    }
  }

  /// Stores the time of a comparison of days with upstream.
  package func note(compared extent: PullPlan.Comparison.Extent, at now: Instant) throws {
    try keep(.watermark(extent.mark, now))
  }

  /// Returns the time up to which the changes of a type were pulled.
  package func watermark(of type: String) throws -> Instant? {
    try db.first("SELECT at FROM watermarks WHERE type = ?", [.text(type)]) { $0.instant(0) }
  }

  /// Stores the time up to which the history of a type was read.
  package func note(historyOf type: String, readTo instant: Instant) throws {
    try keep(.watermark(StoreReader.historyMark(type), instant))
  }

  /// Records that merges of clients are to be followed: some entities still belong to a merged client.
  package func noteMergesDue(at now: Instant) throws {
    // The value is new each time, so that a pass that began earlier does not count as having followed this merge.
    try db.run(
      "INSERT INTO watermarks (type, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at + 1, excluded.at)",
      [.text(StoreReader.mergesMark), Bound(now)])
  }

  /// Records that the merges due at a mark have been followed.
  package func noteMergesFollowed(dueAt mark: Instant) throws {
    try db.run("DELETE FROM watermarks WHERE type = ? AND at = ?", [.text(StoreReader.mergesMark), Bound(mark)])
  }

  /// Deletes a watermark.
  package func forgetWatermark(of type: String) throws {
    try db.run("DELETE FROM watermarks WHERE type = ?", [.text(type)])
  }

  /// Marks the days outside the window as not covered, because pulls do not follow changes on these days.
  package func uncover(_ type: String, outside window: ClosedRange<CareDay>) throws {
    try db.run(
      "DELETE FROM coveredDays WHERE type = ? AND day NOT BETWEEN ? AND ?",
      [.text(type), Bound(window.lowerBound.daysSince1970), Bound(window.upperBound.daysSince1970)])
  }

  /// Records that a record is outside the window and therefore not stored, or that the record is no longer outside.
  ///
  /// - Parameter awaited: The Appointments that the record waits for. The record is no longer outside once any of them
  ///   has arrived.
  package func note(outside record: RecordVersion, isOutside: Bool, awaiting awaited: [RecordAddress] = []) throws {
    let key: [Bound] = [.text(record.address.type), .text(record.address.id)]
    guard isOutside else { return try db.run("DELETE FROM outside WHERE type = ? AND id = ?", key) }
    try db.run(
      """
      INSERT INTO outside (type, id, version, awaits) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET version = excluded.version, awaits = excluded.awaits
      """, key + [Bound(record.version), Bound(awaited.isEmpty ? nil : awaited.map(\.id).joined(separator: " "))])
  }

  /// Records the version in which a pull left out a record, because the record could not be read or was not merged.
  package func note(leftOut record: RecordVersion) throws {
    guard let version = record.version else { return }
    try db.run(
      "INSERT INTO leftOut (type, id, version) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET version = excluded.version",
      [.text(record.address.type), .text(record.address.id), .text(version)])
  }
}

extension SyncThing {
  /// The topic and the id, as in the tables.
  var place: (topic: Bound, id: Bound) {
    get throws {
      guard let (topic, id) = parts else { throw StoreFault.unreadable("thing") }
      return (.text(topic.rawValue), .text(id))
    }
  }
}

extension ChangeTransaction {
  /// The ledger for the writes of sync that belong to this change.
  package var ledger: SyncLedger { SyncLedger(db: db) }
}

extension Store {
  /// Executes writes of sync in a transaction of their own. The caller's thread waits meanwhile. Must not be called
  /// from a reading or changing closure.
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

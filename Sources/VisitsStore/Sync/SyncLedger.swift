import GRDB
package import VisitsModel

/// The writes of sync to its own tables. Sync writes the schedule itself through ``ChangeTransaction``.
///
/// A ledger is valid only inside the closure that receives it, and its writes are committed together with the closure's
/// other writes. They appear neither in the feed nor in the audit.
package struct SyncLedger {
  let db: Database

  /// Stores the state of a record on which both sides now agree. The next merge and the next update of the record start
  /// from this state.
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

  /// Stores the state of a record that upstream confirmed in its answer to a create or an update.
  ///
  /// If a pull has stored another version of the record since the request was prepared, the pulled state stays, because
  /// it may be newer than the answer.
  ///
  /// - Parameter base: The version on which the update was based; `nil` if the record was created.
  /// - Returns: `true` if the pulled state stays. In that case, another system may have changed the values that were
  ///   sent.
  package func agree(on record: AgreedRecord, after base: String?) throws -> Bool {
    let (type, id) = (Bound.text(record.address.type), Bound.text(record.address.id))
    let isOvertaken = try db.first(
      "SELECT 1 FROM agreed WHERE type = ? AND id = ? AND part = ? AND version IS NOT ? AND version IS NOT ?",
      [type, id, Bound(record.part), Bound(base), Bound(record.version)]
    ) { _ in true }
    if isOvertaken == nil { try agree(on: record) }
    return isOvertaken != nil
  }

  /// Deletes the agreed state of a record, for example because the record was deleted upstream.
  package func disagree(on address: RecordAddress) throws {
    try db.run("DELETE FROM agreed WHERE type = ? AND id = ?", [.text(address.type), .text(address.id)])
  }

  /// Stores the progress of a pull: the time up to which it read changes, or a day whose records are complete.
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

  /// Stores the time at which the visits of near days, or of the whole window, were compared with upstream.
  package func note(compared extent: PullPlan.Comparison.Extent, at now: Instant) throws {
    try keep(.watermark(extent.mark, now))
  }

  /// Returns the time up to which changes to records of a type were pulled; `nil` if none were pulled.
  package func watermark(of type: String) throws -> Instant? {
    try db.first("SELECT at FROM watermarks WHERE type = ?", [.text(type)]) { $0.instant(0) }
  }

  /// Stores the time up to which the server's history of a type (`_history`) was read for deletions.
  package func note(historyOf type: String, readTo instant: Instant) throws {
    try keep(.watermark(StoreReader.historyMark(type), instant))
  }

  /// Records that upstream has merged clients, and that some entities still belong to a merged client and have to move
  /// to the remaining client.
  package func noteMergesDue(at now: Instant) throws {
    // The value is new each time, so that a pass that began earlier does not count as having followed this merge.
    try db.run(
      "INSERT INTO watermarks (type, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at + 1, excluded.at)",
      [.text(StoreReader.mergesMark), Bound(now)])
  }

  /// Records that all entities have moved as the merges of clients upstream require. This has no effect if another
  /// merge was recorded after the mark was read.
  ///
  /// - Parameter mark: The mark of the merges, read before the entities were moved.
  package func noteMergesFollowed(dueAt mark: Instant) throws {
    try db.run("DELETE FROM watermarks WHERE type = ? AND at = ?", [.text(StoreReader.mergesMark), Bound(mark)])
  }

  /// Deletes a watermark: the stored time up to which, for example, changes to records of a type were pulled.
  package func forgetWatermark(of type: String) throws {
    try db.run("DELETE FROM watermarks WHERE type = ?", [.text(type)])
  }

  /// Deletes the record that days outside the window are covered, which means that all records of a type on these days
  /// were pulled. Pulls do not follow later changes on these days.
  package func uncover(_ type: String, outside window: ClosedRange<CareDay>) throws {
    try db.run(
      "DELETE FROM coveredDays WHERE type = ? AND day NOT BETWEEN ? AND ?",
      [.text(type), Bound(window.lowerBound.daysSince1970), Bound(window.upperBound.daysSince1970)])
  }

  /// Records that a pull left out a record, because it lies outside the window of days that sync pulls. If `isOutside`
  /// is `false`, deletes this fact.
  ///
  /// - Parameter awaited: The Appointments to which the record belongs and which are not stored here. As soon as one of
  ///   them is stored, the record is read again.
  package func note(outside record: RecordVersion, isOutside: Bool, awaiting awaited: [RecordAddress] = []) throws {
    let key: [Bound] = [.text(record.address.type), .text(record.address.id)]
    guard isOutside else { return try db.run("DELETE FROM outside WHERE type = ? AND id = ?", key) }
    try db.run(
      """
      INSERT INTO outside (type, id, version, awaits) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET version = excluded.version, awaits = excluded.awaits
      """, key + [Bound(record.version), Bound(awaited.isEmpty ? nil : awaited.map(\.id).joined(separator: " "))])
  }

  /// Records that a pull left out this version of a record, because the record could not be read or was not merged.
  package func note(leftOut record: RecordVersion) throws {
    guard let version = record.version else { return }
    try db.run(
      "INSERT INTO leftOut (type, id, version) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET version = excluded.version",
      [.text(record.address.type), .text(record.address.id), .text(version)])
  }
}

extension SyncThing {
  /// The topic and the id of the entity, as values for the columns `topic` and `thing`.
  var place: (topic: Bound, id: Bound) {
    get throws {
      guard let (topic, id) = parts else { throw StoreFault.unreadable("thing") }
      return (.text(topic.rawValue), .text(id))
    }
  }
}

extension ChangeTransaction {
  /// The ledger for the writes of sync that are committed together with this change.
  package var ledger: SyncLedger { SyncLedger(db: db) }
}

extension Store {
  /// Executes writes of sync in a transaction of their own, and blocks the calling thread meanwhile. It must not be
  /// called from a closure that is already reading or changing the store.
  package func keepNow<Value>(_ body: (SyncLedger) throws -> Value) throws -> Value {
    if let fault { throw Refusal.unavailable(fault.reason) }
    do {
      return try pool.write { [commits = context.commits] db in
        db.afterNextTransaction { _ in commits.add() }
        return try body(SyncLedger(db: db))
      }
    } catch {
      throw translate(error)
    }
  }
}

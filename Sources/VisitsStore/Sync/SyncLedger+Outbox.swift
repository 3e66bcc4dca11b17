import GRDB
package import VisitsModel

/// Writes to the outbox, the table of entities with changes to send, and to the table of attempts to send them.
extension SyncLedger {
  /// Stores the records that the push is about to send for an entity, and counts the attempt. The records of earlier
  /// attempts stay stored, because upstream may still receive them.
  package func prepare(_ thing: SyncThing, _ attempts: Attempts) throws {
    try count(thing)
    let (topic, id) = try thing.place
    let last = try db.first("SELECT max(preparation) FROM attempts WHERE topic = ? AND thing = ?", [topic, id]) {
      $0.int(0)
    }
    for attempt in attempts.records {
      try db.run(
        """
        INSERT INTO attempts (topic, thing, preparation, version, type, id, method, base, fields)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          topic, id, Bound((last ?? 0) + 1), Bound(attempts.version), .text(attempt.type), Bound(attempt.id),
          .text(attempt.method.rawValue), Bound(attempt.base), .text(attempt.fields),
        ])
    }
  }

  /// Counts an attempt to send an entity.
  package func count(_ thing: SyncThing) throws {
    let (topic, id) = try thing.place
    try db.run("UPDATE outbox SET attempts = attempts + 1 WHERE topic = ? AND thing = ?", [topic, id])
  }

  /// Records that the operator chose to send a parked entity again. If the entity was parked because a record that was
  /// created by POST was not found upstream, the next attempt searches for that record again.
  ///
  /// - Parameter code: The code of the problem "the record was not found".
  package func decide(_ thing: SyncThing, parkedAs code: String) throws {
    let (topic, id) = try thing.place
    try db.run(
      """
      UPDATE attempts SET isDecided = 1 WHERE topic = ? AND thing = ? AND method = 'post' AND EXISTS
        (SELECT 1 FROM problems WHERE subject = ? AND kind = 'parked' AND code = ? AND settledAt IS NULL)
      """, [topic, id, .text(thing.rawValue), .text(code)])
  }

  /// Deletes the records that were stored for the last attempt to send an entity, because they certainly did not reach
  /// upstream.
  package func forget(_ thing: SyncThing) throws {
    let (topic, id) = try thing.place
    try db.run(
      """
      DELETE FROM attempts WHERE topic = ?1 AND thing = ?2 AND preparation =
        (SELECT max(preparation) FROM attempts WHERE topic = ?1 AND thing = ?2)
      """, [topic, id])
  }

  /// Removes an entity and its attempts from the outbox, because upstream now has this version of the entity. If the
  /// entity has a later version here, it stays in the outbox.
  ///
  /// - Returns: Whether the entity was removed.
  package func confirm(_ thing: SyncThing, version: Int) throws -> Bool {
    let (topic, id) = try thing.place
    try db.run("DELETE FROM attempts WHERE topic = ? AND thing = ?", [topic, id])
    try db.run("DELETE FROM outbox WHERE topic = ? AND thing = ? AND version <= ?", [topic, id, Bound(version)])
    return db.changesCount > 0
  }

  /// Removes an entity from the outbox, because the operator chose not to send its changes. The entity is not sent until
  /// it changes again.
  package func discard(_ thing: SyncThing) throws {
    let (topic, id) = try thing.place
    try db.run("DELETE FROM attempts WHERE topic = ? AND thing = ?", [topic, id])
    try db.run("DELETE FROM outbox WHERE topic = ? AND thing = ?", [topic, id])
    // The next pull must examine upstream's version again.
    try db.run(
      "DELETE FROM leftOut WHERE (type, id) IN (SELECT type, id FROM agreed WHERE topic = ? AND thing = ?)",
      [topic, id])
    try db.run("INSERT INTO discarded (topic, thing) VALUES (?, ?) ON CONFLICT DO NOTHING", [topic, id])
  }

  /// Deletes the operator's decision not to send an entity's changes, because the entity has changed again.
  func undiscard(_ topic: SyncThing.Topic, _ id: String) throws {
    try db.run("DELETE FROM discarded WHERE topic = ? AND thing = ?", [.text(topic.rawValue), .text(id)])
  }

  /// Parks an entity in the outbox: it is not sent until the operator decides. If `isParked` is `false`, the entity is
  /// released and is sent again.
  ///
  /// - Returns: Whether the entity is in the outbox.
  @discardableResult
  package func park(_ thing: SyncThing, _ isParked: Bool) throws -> Bool {
    let (topic, id) = try thing.place
    try db.run("UPDATE outbox SET isParked = ? WHERE topic = ? AND thing = ?", [Bound(isParked), topic, id])
    return db.changesCount > 0
  }

  /// Adds an entity to the outbox. If it is already there, it keeps its place in the order. If it is parked, it stays
  /// parked, because the operator decides when a parked entity is sent again.
  package func enqueue(
    _ topic: SyncThing.Topic, _ id: String, version: Int, worker: WorkerID?, at now: Instant
  ) throws {
    try db.run(
      """
      INSERT INTO outbox (topic, thing, version, worker, since) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (topic, thing) DO UPDATE SET version = excluded.version, worker = excluded.worker
      """,
      [.text(topic.rawValue), .text(id), Bound(version), Bound(worker?.rawValue), Bound(now)])
    try undiscard(topic, id)
  }

  /// Enqueues those task records of a task that upstream already has. The task has moved to another client, but
  /// upstream still has these records under the former client.
  func enqueueSentRecords(of task: String, at now: Instant) throws {
    try db.run(
      """
      INSERT INTO outbox (topic, thing, version, worker, since)
      SELECT 'taskRecord', id, version, worker, ? FROM taskRecords
      WHERE task = ? AND EXISTS (SELECT 1 FROM agreed WHERE topic = 'taskRecord' AND thing = taskRecords.id)
        AND NOT EXISTS (SELECT 1 FROM discarded WHERE topic = 'taskRecord' AND thing = taskRecords.id)
      ON CONFLICT DO NOTHING
      """, [Bound(now), .text(task)])
  }

  /// Enqueues the task records and sessions that refer to a visit or goal which now has a first record upstream.
  /// Upstream already has these task records and sessions, but they do not refer to the new record yet.
  func enqueueWhatRefers(to record: AgreedRecord) throws {
    let referring: [(topic: SyncThing.Topic, table: String, column: String)] =
      switch (record.thing.parts?.topic, record.address.type) {
      case (.visit, "Encounter"): [(.taskRecord, "taskRecords", "visit"), (.session, "sessions", "visit")]
      case (.goal, _): [(.session, "sessions", "goal")]
      default: []
      }
    for (topic, table, column) in referring {
      try db.run(
        """
        INSERT INTO outbox (topic, thing, version, worker, since)
        SELECT '\(topic.rawValue)', id, version, worker, updatedAt FROM \(table)
        WHERE \(column) = ?
          AND EXISTS (SELECT 1 FROM agreed WHERE topic = '\(topic.rawValue)' AND thing = \(table).id)
          AND NOT EXISTS (SELECT 1 FROM discarded WHERE topic = '\(topic.rawValue)' AND thing = \(table).id)
          AND NOT EXISTS (SELECT 1 FROM agreed WHERE type = ? AND id = ?)
        ON CONFLICT DO NOTHING
        """, [record.thing.place.id, .text(record.address.type), .text(record.address.id)])
    }
  }
}

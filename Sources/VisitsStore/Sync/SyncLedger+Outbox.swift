import GRDB
package import VisitsModel

/// The writes to the outbox, and to the attempts to send its entities.
extension SyncLedger {
  /// Stores the records that are about to be sent for an entity, and counts an attempt. Records of earlier attempts
  /// stay, because they may still be on their way.
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

  /// Records that the operator chose to try a parked entity again. If the entity was parked because a resource created
  /// by POST was not found, the next attempt looks that resource up again.
  ///
  /// - Parameter code: The code of the problem that the resource was not found.
  package func decide(_ thing: SyncThing, parkedAs code: String) throws {
    let (topic, id) = try thing.place
    try db.run(
      """
      UPDATE attempts SET isDecided = 1 WHERE topic = ? AND thing = ? AND method = 'post' AND EXISTS
        (SELECT 1 FROM problems WHERE subject = ? AND kind = 'parked' AND code = ? AND settledAt IS NULL)
      """, [topic, id, .text(thing.rawValue), .text(code)])
  }

  /// Deletes the attempts of an entity's last preparation, because they certainly did not arrive.
  package func forget(_ thing: SyncThing) throws {
    let (topic, id) = try thing.place
    try db.run(
      """
      DELETE FROM attempts WHERE topic = ?1 AND thing = ?2 AND preparation =
        (SELECT max(preparation) FROM attempts WHERE topic = ?1 AND thing = ?2)
      """, [topic, id])
  }

  /// Removes an entity from the outbox with its attempts, because upstream has this version. An entity that has changed
  /// since stays.
  ///
  /// - Returns: Whether the entity was removed.
  package func confirm(_ thing: SyncThing, version: Int) throws -> Bool {
    let (topic, id) = try thing.place
    try db.run("DELETE FROM attempts WHERE topic = ? AND thing = ?", [topic, id])
    try db.run("DELETE FROM outbox WHERE topic = ? AND thing = ? AND version <= ?", [topic, id, Bound(version)])
    return db.changesCount > 0
  }

  /// Removes an entity from the outbox, because the operator chose not to send its waiting changes. The entity is not
  /// sent until it changes again.
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

  /// Deletes the operator's decision not to send an entity, because the entity has changed.
  func undiscard(_ topic: SyncThing.Topic, _ id: String) throws {
    try db.run("DELETE FROM discarded WHERE topic = ? AND thing = ?", [.text(topic.rawValue), .text(id)])
  }

  /// Parks the waiting changes of an entity until the operator decides. If `isParked` is `false`, releases them
  /// instead.
  ///
  /// - Returns: Whether the entity has waiting changes.
  @discardableResult
  package func park(_ thing: SyncThing, _ isParked: Bool) throws -> Bool {
    let (topic, id) = try thing.place
    try db.run("UPDATE outbox SET isParked = ? WHERE topic = ? AND thing = ?", [Bound(isParked), topic, id])
    return db.changesCount > 0
  }

  /// Enqueues an entity. If the entity waits already, it keeps its place and its parked state: the operator decides
  /// when a parked entity is tried again.
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

  /// Enqueues the records of a task that upstream already has, because the task moved to another client.
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

  /// Enqueues the task records and sessions that refer to the entity of a new record. Upstream already has them, but
  /// without the reference to this record.
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

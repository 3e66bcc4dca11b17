import GRDB
package import VisitsModel

/// What waits to be sent, and the attempts at it.
extension SyncLedger {
  /// Stores what is about to be sent of a thing, beside what may still be on its way, and counts an attempt.
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

  /// Counts an attempt.
  package func count(_ thing: SyncThing) throws {
    let (topic, id) = try thing.place
    try db.run("UPDATE outbox SET attempts = attempts + 1 WHERE topic = ? AND thing = ?", [topic, id])
  }

  /// A person has decided that what was to be made by POST is asked for again where it is not found, if that is what a
  /// thing is parked for.
  ///
  /// - Parameter code: What a problem of that kind is called.
  package func decide(_ thing: SyncThing, parkedAs code: String) throws {
    let (topic, id) = try thing.place
    try db.run(
      """
      UPDATE attempts SET isDecided = 1 WHERE topic = ? AND thing = ? AND method = 'post' AND EXISTS
        (SELECT 1 FROM problems WHERE subject = ? AND kind = 'parked' AND code = ? AND settledAt IS NULL)
      """, [topic, id, .text(thing.rawValue), .text(code)])
  }

  /// What was prepared last of a thing surely did not arrive.
  package func forget(_ thing: SyncThing) throws {
    let (topic, id) = try thing.place
    try db.run(
      """
      DELETE FROM attempts WHERE topic = ?1 AND thing = ?2 AND preparation =
        (SELECT max(preparation) FROM attempts WHERE topic = ?1 AND thing = ?2)
      """, [topic, id])
  }

  /// Upstream has this version of a thing. It leaves the outbox with its attempts, unless it has changed since.
  ///
  /// - Returns: Whether it left.
  package func confirm(_ thing: SyncThing, version: Int) throws -> Bool {
    let (topic, id) = try thing.place
    try db.run("DELETE FROM attempts WHERE topic = ? AND thing = ?", [topic, id])
    try db.run("DELETE FROM outbox WHERE topic = ? AND thing = ? AND version <= ?", [topic, id, Bound(version)])
    return db.changesCount > 0
  }

  /// A person has decided that what waits of a thing is not sent, until it changes again.
  package func discard(_ thing: SyncThing) throws {
    let (topic, id) = try thing.place
    try db.run("DELETE FROM attempts WHERE topic = ? AND thing = ?", [topic, id])
    try db.run("DELETE FROM outbox WHERE topic = ? AND thing = ?", [topic, id])
    // What upstream has is to be looked at anew.
    try db.run(
      "DELETE FROM leftOut WHERE (type, id) IN (SELECT type, id FROM agreed WHERE topic = ? AND thing = ?)",
      [topic, id])
    try db.run("INSERT INTO discarded (topic, thing) VALUES (?, ?) ON CONFLICT DO NOTHING", [topic, id])
  }

  /// A thing has changed while there is no upstream: what a person has decided of it before holds no longer.
  func undiscard(_ topic: SyncThing.Topic, _ id: String) throws {
    try db.run("DELETE FROM discarded WHERE topic = ? AND thing = ?", [.text(topic.rawValue), .text(id)])
  }

  /// Parks the waiting changes of a thing until the coordinator decides, or releases them.
  ///
  /// - Returns: Whether anything of it waits.
  @discardableResult
  package func park(_ thing: SyncThing, _ isParked: Bool) throws -> Bool {
    let (topic, id) = try thing.place
    try db.run("UPDATE outbox SET isParked = ? WHERE topic = ? AND thing = ?", [Bound(isParked), topic, id])
    return db.changesCount > 0
  }

  /// Has a thing wait, in the place of what waited of it before. What is parked stays so: a person decides when it is
  /// tried again.
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

  /// Has the records of a task wait that upstream has, where there is an upstream: the client of the task is another now.
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

  /// What was recorded during a visit, or on a goal, and is upstream already without a reference to it, refers to it from
  /// here on: it is new there.
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

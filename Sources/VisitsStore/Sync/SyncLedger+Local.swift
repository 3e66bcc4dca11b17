import GRDB
package import VisitsModel

/// The position of the search for local entities to send.
package struct LocalPlace: Sendable, Hashable {
  /// The kind of entity that was searched last.
  let kind: Kind
  /// The last row that was searched; 0: none yet.
  let row: Int64

  /// The position before the first entity.
  package static let beginning = LocalPlace(kind: .visits, row: 0)

  /// The kinds in the order of the search. An entity comes after the entities that it refers to.
  enum Kind: Int, CaseIterable {
    case visits
    case goals
    case taskRecords
    case sessions
  }
}

extension SyncLedger {
  /// Enqueues a batch of the entities that were never sent or that changed while there was no upstream. The batch may
  /// include entities that only upstream changed since; the push finds nothing to send for them.
  ///
  /// - Parameter place: The end of the last batch.
  /// - Returns: The end of this batch; `nil` if it was the last.
  package func enqueueLocal(
    after place: LocalPlace = .beginning, limit: Int = 1000, at now: Instant
  ) throws -> LocalPlace? {
    if place == .beginning { try enqueueEmergencies(at: now) }
    var place = place
    while true {
      if let last = try enqueue(place.kind, after: place.row, limit: limit, at: now) {
        return LocalPlace(kind: place.kind, row: last)
      }
      guard let next = LocalPlace.Kind(rawValue: place.kind.rawValue + 1) else { return nil }
      place = LocalPlace(kind: next, row: 0)
    }
  }

  private func enqueueEmergencies(at now: Instant) throws {
    try db.run(
      """
      INSERT INTO outbox (topic, thing, version, worker, since)
      SELECT 'emergency', id, version, worker, ? FROM emergencies WHERE \(Self.isToBeSent("emergency", "emergencies"))
      ON CONFLICT DO NOTHING
      """, [Bound(now)])
  }

  /// - Returns: The last row of the batch; `nil` if there was none.
  private func enqueue(_ kind: LocalPlace.Kind, after row: Int64, limit: Int, at now: Instant) throws -> Int64? {
    let last = try db.first(
      "SELECT max(row) FROM (SELECT row FROM \(kind) WHERE row > ? ORDER BY row LIMIT ?)",
      [.integer(row), Bound(limit)]
    ) { $0.integerIfAny(0) }
    guard let last = last ?? nil else { return nil }
    let (topic, worker, isMeant): (SyncThing.Topic, String, String) =
      switch kind {
      case .visits: (.visit, "worker", "isWithdrawn = 0")
      case .goals: (.goal, "NULL", "true")
      case .taskRecords: (.taskRecord, "worker", "true")
      case .sessions: (.session, "worker", "endedAt IS NOT NULL")
      }
    try db.run(
      """
      INSERT INTO outbox (topic, thing, version, worker, since)
      SELECT '\(topic.rawValue)', id, version, \(worker), ? FROM \(kind)
      WHERE row > ? AND row <= ? AND \(isMeant) AND \(Self.isToBeSent(topic.rawValue, "\(kind)"))
      ON CONFLICT DO NOTHING
      """, [Bound(now), .integer(row), .integer(last)])
    return last
  }

  private static func isToBeSent(_ topic: String, _ table: String) -> String {
    """
    (change > (SELECT aloneSince FROM server)
      OR NOT EXISTS (SELECT 1 FROM agreed WHERE topic = '\(topic)' AND thing = \(table).id))
    AND NOT EXISTS (SELECT 1 FROM discarded WHERE topic = '\(topic)' AND thing = \(table).id)
    """
  }

  /// Removes the entities of some types from the outbox, because the server offers no record type for them. They stay
  /// local until a server offers one. An entity of which upstream has an earlier version stays in the outbox, because
  /// otherwise its change would count as sent. Reports the problem once, and again after it was withdrawn.
  package func letGo(of topics: [SyncThing.Topic], telling problem: SyncProblem, at now: Instant) throws {
    for topic in topics {
      try db.run(
        """
        DELETE FROM outbox WHERE topic = ?1 AND isParked = 0
          AND NOT EXISTS (SELECT 1 FROM agreed WHERE agreed.topic = ?1 AND agreed.thing = outbox.thing)
        """, [.text(topic.rawValue)])
    }
    if try !StoreReader.isTold(problem, db) { try note(problem, at: now) }
  }

  /// Withdraws a problem that no longer exists, whether or not the office has acknowledged it.
  package func takeBack(_ problem: SyncProblem, at now: Instant) throws {
    try db.run(
      """
      UPDATE problems SET settledAt = coalesce(settledAt, ?), settledBy = 'upstream'
      WHERE subject = ? AND kind = ? AND settledBy IS NOT 'upstream'
      """, [Bound(now), .text(problem.subject), .text(problem.kind.rawValue)])
  }
}

extension StoreReader {
  /// Whether any entity of a type waits to be sent.
  package func isWaiting(_ topic: SyncThing.Topic) throws -> Bool {
    try db.first("SELECT 1 FROM outbox WHERE topic = ? AND isParked = 0 LIMIT 1", [.text(topic.rawValue)]) { _ in true }
      ?? false
  }

  /// Whether a problem that still exists was reported; the office may have acknowledged it.
  package func isTold(_ problem: SyncProblem) throws -> Bool { try Self.isTold(problem, db) }

  fileprivate static func isTold(_ problem: SyncProblem, _ db: Database) throws -> Bool {
    try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND settledBy IS NOT 'upstream'",
      [.text(problem.subject), .text(problem.kind.rawValue)]
    ) { _ in true } ?? false
  }
}

import GRDB
package import VisitsModel

/// The position that the search for local entities to send has reached.
package struct LocalPlace: Sendable, Hashable {
  /// The kind of entity whose table is being searched.
  let kind: Kind
  /// The last row of the table that was searched; 0 if none was searched yet.
  let row: Int64

  /// The position before the first entity.
  package static let beginning = LocalPlace(kind: .visits, row: 0)

  /// The kinds of entities in the order of the search. Kinds that refer to others come later: a task record refers to a
  /// visit, and a session to a visit and a goal.
  enum Kind: Int, CaseIterable {
    case visits
    case goals
    case taskRecords
    case sessions
  }
}

extension SyncLedger {
  /// Searches a batch of local entities, and enqueues those that were never sent or that changed while the daemon
  /// worked without the server. An entity that only an import from upstream changed since may be enqueued too. The push
  /// then finds nothing to send for it.
  ///
  /// - Parameters:
  ///   - place: The position that the previous batch reached.
  ///   - limit: The maximum number of rows to search.
  /// - Returns: The position that this batch reached; `nil` if all entities have been searched.
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

  /// - Returns: The last row of the table that was searched; `nil` if the table has no row after `row`.
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

  /// Removes from the outbox the entities of some types that have no record upstream, because the server supports no
  /// record type for them. They stay local until the server supports one.
  ///
  /// Parked entities stay in the outbox. So do entities that already have a record upstream, because without their row
  /// in the outbox their last change would count as sent.
  ///
  /// - Parameter problem: The problem to report. It is not reported again until ``takeBack(_:at:)`` has withdrawn it.
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

  /// Withdraws a problem whose cause has ended, whether or not the office has acknowledged it. If the cause returns,
  /// the problem can be reported again.
  package func takeBack(_ problem: SyncProblem, at now: Instant) throws {
    try db.run(
      """
      UPDATE problems SET settledAt = coalesce(settledAt, ?), settledBy = 'upstream'
      WHERE subject = ? AND kind = ? AND settledBy IS NOT 'upstream'
      """, [Bound(now), .text(problem.subject), .text(problem.kind.rawValue)])
  }
}

extension StoreReader {
  /// Whether any entity of a type is in the outbox and not parked.
  package func isWaiting(_ topic: SyncThing.Topic) throws -> Bool {
    try db.first("SELECT 1 FROM outbox WHERE topic = ? AND isParked = 0 LIMIT 1", [.text(topic.rawValue)]) { _ in true }
      ?? false
  }

  /// Whether a problem was reported and not withdrawn since. The office may have acknowledged it.
  package func isTold(_ problem: SyncProblem) throws -> Bool { try Self.isTold(problem, db) }

  fileprivate static func isTold(_ problem: SyncProblem, _ db: Database) throws -> Bool {
    try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND settledBy IS NOT 'upstream'",
      [.text(problem.subject), .text(problem.kind.rawValue)]
    ) { _ in true } ?? false
  }
}

import GRDB
package import VisitsModel

/// How far what is here alone was looked through, to be sent.
package struct LocalPlace: Sendable, Hashable {
  /// What was looked through last.
  let kind: Kind
  /// The last row of it; 0: none yet.
  let row: Int64

  /// Nothing was.
  package static let beginning = LocalPlace(kind: .visits, row: 0)

  /// In this order: what a record refers to comes before it.
  enum Kind: Int, CaseIterable {
    case visits
    case goals
    case taskRecords
    case sessions
  }
}

extension SyncLedger {
  /// Has everything wait that was never sent, or has changed while there was no upstream, in parts: one is there now. What
  /// upstream itself has changed since may be among it: then there is nothing to send.
  ///
  /// - Parameter place: Where the last part ended.
  /// - Returns: Where this one ended; `nil`: that was all.
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

  /// - Returns: The last row that was looked at; `nil`: there was none.
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

  /// Has nothing of some kinds wait for a server that knows no records of them and has taken none: it stays here, until
  /// there is one that does. What it has in an earlier version goes on waiting: that must not seem to be sent. A person is
  /// told once, and when it has changed.
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

  /// What a person was told holds no longer, whether they have taken note of it or not.
  package func takeBack(_ problem: SyncProblem, at now: Instant) throws {
    try db.run(
      """
      UPDATE problems SET settledAt = coalesce(settledAt, ?), settledBy = 'upstream'
      WHERE subject = ? AND kind = ? AND settledBy IS NOT 'upstream'
      """, [Bound(now), .text(problem.subject), .text(problem.kind.rawValue)])
  }
}

extension StoreReader {
  /// Whether anything of a kind waits.
  package func isWaiting(_ topic: SyncThing.Topic) throws -> Bool {
    try db.first("SELECT 1 FROM outbox WHERE topic = ? AND isParked = 0 LIMIT 1", [.text(topic.rawValue)]) { _ in true }
      ?? false
  }

  /// Whether a person was told of a problem that still holds, and may have taken note of it.
  package func isTold(_ problem: SyncProblem) throws -> Bool { try Self.isTold(problem, db) }

  fileprivate static func isTold(_ problem: SyncProblem, _ db: Database) throws -> Bool {
    try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND settledBy IS NOT 'upstream'",
      [.text(problem.subject), .text(problem.kind.rawValue)]
    ) { _ in true } ?? false
  }
}

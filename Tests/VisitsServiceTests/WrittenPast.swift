import GRDB
import JSON
import Synchronization
import VisitsService
import VisitsTestSupport

@testable import VisitsStore

/// Makes changes through the front door and counts the writer's work for each: the steps of SQLite's virtual machine,
/// which come with every statement and every row.
///
/// Before each change, it can give every thing a past of 10,000 changes.
final class WrittenPast: Sendable {
  private static let topics = [
    "workers", "clients", "visits", "series", "tasks", "taskRecords", "goals", "sessions", "alerts", "emergencies",
    "devices", "absences",
  ]

  let daemon: TestDaemon
  private let client: CheckedClient
  private let hasPast: Bool
  private let steps = Mutex<[(method: String, count: Int)]>([])
  private let requests = Mutex(0)

  init(_ daemon: TestDaemon, _ client: CheckedClient, hasPast: Bool) {
    (self.daemon, self.client, self.hasPast) = (daemon, client, hasPast)
  }

  /// What each change took, in their order.
  var taken: [(method: String, count: Int)] { steps.withLock { $0 } }

  @discardableResult
  func change(_ method: String, _ params: JSONValue, by peer: Peer? = nil) async throws -> JSONValue {
    if hasPast { try writePast() }
    var object = params.object ?? JSONObject()
    object["requestId"] = .string(
      requests.withLock { number in
        number += 1
        return "r\(number)"
      })
    let counted = try await Steps.count(in: daemon.service.store.pool) {
      if let peer { return try await peer.call(method, .object(object)) }
      return try await client.call(method, .object(object))
    }
    steps.withLock { $0.append((method, counted.steps)) }
    return counted.value
  }

  /// Gives 10,000 changes to everything that has no such past yet, and 4,000 trials to a session. They stand below the
  /// feed, so that nobody is told of them.
  private func writePast() throws {
    try daemon.service.store.pool.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN; DROP TRIGGER IF EXISTS auditIsNeverUpdated")
      for table in Self.topics {
        for change in try Int64.fetchAll(db, sql: "SELECT change FROM \(table) WHERE version < 10000") {
          let lowest = try Int64.fetchOne(db, sql: "SELECT min(sequence) FROM audit") ?? 0
          try db.execute(
            sql: """
              INSERT INTO audit (sequence, at, topic, method, thing, version, previous, caller, origin, requestId, snapshot)
              WITH RECURSIVE numbers (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM numbers WHERE i < 10000)
              SELECT \(lowest - 10_001) + i, at, topic, method, thing, i, CASE WHEN i > 1 THEN \(lowest - 10_002) + i END,
                caller, origin, 'past', json_set(snapshot, '$.version', i)
              FROM audit, numbers WHERE sequence = \(change);
              UPDATE audit SET version = version + 10000, previous = coalesce(previous, \(lowest - 1))
              WHERE sequence > 0 AND (topic, thing) = (SELECT topic, thing FROM audit WHERE sequence = \(change));
              UPDATE \(table) SET version = version + 10000 WHERE change = \(change);
              """)
        }
      }
      for session in try String.fetchAll(db, sql: "SELECT id FROM sessions WHERE trials < 4000") {
        try db.execute(
          sql: """
            INSERT INTO trials (id, session, number, isSuccess, at, receivedAt, method, recordedBy, isClockSuspect, isLate)
            WITH RECURSIVE numbers (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM numbers WHERE i < 4000)
            SELECT format('%s%04d', substr(id, 1, 32), i - 1), id, trials + i, 1, startedAt, startedAt, 'office', 'root', 0, 0
            FROM sessions, numbers WHERE id = ?
            """, arguments: [session])
        try db.execute(
          sql: "UPDATE sessions SET trials = trials + 4000, successes = successes + 4000 WHERE id = ?",
          arguments: [session])
      }
      try db.execute(sql: "COMMIT")
    }
  }
}

import GRDB
import Glibc

/// The result of inspecting a database. An inspection does not change the database, and it also works while a daemon
/// has the database open.
package struct Inspection: Sendable, Hashable {
  /// The schema version.
  package let version: Int
  /// The number of visits, not counting withdrawn visits.
  package let visits: Int
  /// The number of workers.
  package let workers: Int
  /// The number of clients.
  package let clients: Int
  /// The size of the database and its write-ahead log, in bytes.
  package let bytes: Int64
  /// The base address of the FHIR server that the daemon syncs this database with; `nil` if it has not synced the
  /// database with any server.
  package let server: String?
  /// Whether a daemon has the database open.
  package let isInUse: Bool

  /// Inspects the database at a path and checks that its content is intact.
  ///
  /// - Returns: The inspection's result; `nil` if there is no database at the path.
  /// - Throws: The reason why the database cannot be used.
  package static func of(_ path: String) throws(StoreRefusal) -> Inspection? {
    let file = DatabaseFile(path: path)
    let isInUse = DatabaseLock.holder(of: path) != nil
    if case .nothing = try file.find(toWrite: false) { return nil }
    do {
      let queue = try DatabaseQueue(path: path, configuration: Connections.looking)
      defer { try? queue.close() }
      return try queue.read { db in
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version <= Migration.latest else {
          throw StoreRefusal.newer(path: path, found: version, known: Migration.latest)
        }
        let findings = try Integrity.findingsOfForeign(db)
        guard findings.isEmpty else { throw StoreRefusal.damaged(path: path, findings: findings) }
        func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
        // Earlier schema versions have no such table.
        let knowsServers = try db.tableExists("server")
        return Inspection(
          version: version, visits: try count("visits WHERE NOT isWithdrawn"), workers: try count("workers"),
          clients: try count("clients"), bytes: file.bytes,
          server: knowsServers ? try String.fetchOne(db, sql: "SELECT base FROM server") : nil, isInUse: isInUse)
      }
    } catch {
      throw Migrator.refusal(error, path)
    }
  }
}

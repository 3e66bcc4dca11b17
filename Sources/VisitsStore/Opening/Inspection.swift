import GRDB
import Glibc

/// How a database is, found out without changing it, and beside a daemon that has it open.
package struct Inspection: Sendable, Hashable {
  /// Its version.
  package let version: Int
  /// How many visits there are, withdrawn ones aside.
  package let visits: Int
  /// How many workers.
  package let workers: Int
  /// How many clients.
  package let clients: Int
  /// Its size and that of its log.
  package let bytes: Int64
  /// The address of the server that it is in step with; `nil`: none.
  package let server: String?
  /// Whether a daemon has it open.
  package let isInUse: Bool

  /// Looks at the database and all that is in it.
  ///
  /// - Returns: `nil` when there is none yet.
  /// - Throws: What is wrong with it.
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
        // A version before has no such table.
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

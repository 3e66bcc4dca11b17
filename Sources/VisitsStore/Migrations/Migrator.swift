import GRDB
import Glibc
import VisitsModel

/// Brings a database to the latest version, each step in a transaction of its own, and keeps the history.
struct Migrator {
  let path: String
  let migrations: [Migration]
  let now: Instant

  /// The latest version that is known.
  var latest: Int { migrations.last?.version ?? 0 }

  /// Makes a new database with every migration, and gives it its name only when it is whole and on disk: a start that
  /// is interrupted leaves nothing that looks like a database of ours.
  func create() throws(StoreRefusal) {
    let temporary = path + ".new"
    guard DatabaseFile.makeEmpty(temporary) else { throw .unreadable(path: temporary, code: errno) }
    do {
      let queue = try DatabaseQueue(path: temporary, configuration: Connections.configuration())
      try queue.writeWithoutTransaction { db in
        try db.execute(
          sql: """
            PRAGMA application_id = \(DatabaseFile.applicationID);
            CREATE TABLE migrations (
              version INTEGER PRIMARY KEY,
              name TEXT NOT NULL,
              appliedAt INTEGER NOT NULL
            ) STRICT;
            """)
        try migrate(db, from: 0)
        // Told apart from any other database that may stand here one day, so that its cursors are not taken for ours.
        try db.execute(
          sql: "INSERT INTO meta (name, value) VALUES ('epoch', ?), ('floor', 0)",
          arguments: [max(1, now.milliseconds / 1000)])
      }
      try queue.close()
    } catch {
      throw Self.refusal(error, path)
    }
    guard DatabaseFile.publish(temporary, as: path) else { throw .unreadable(path: path, code: errno) }
  }

  /// The version of a database that is there, read without changing it.
  func version() throws(StoreRefusal) -> Int {
    do {
      let queue = try DatabaseQueue(path: path, configuration: Connections.looking)
      defer { try? queue.close() }
      return try queue.read(Self.version)
    } catch {
      throw Self.refusal(error, path)
    }
  }

  private static func version(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Copies a database that is there, then migrates it.
  ///
  /// - Parameter report: Told of each migration, before it is made.
  /// - Returns: Where the copy is.
  func upgrade(from version: Int, _ report: (OpeningStep) -> Void) throws(StoreRefusal) -> String {
    do {
      let queue = try DatabaseQueue(path: path, configuration: Connections.configuration())
      defer { try? queue.close() }
      let copy = FileStamp.freeName("\(path).v\(version)-", at: now)
      try DatabaseCopy(path: copy).make(from: queue)
      do {
        try queue.writeWithoutTransaction { try migrate($0, from: version, report) }
      } catch {
        // As long as no step was made, the database is its own copy: start after start would fill the disk with them.
        if try queue.read(Self.version) == version { DatabaseFile.remove(copy) }
        throw error
      }
      return copy
    } catch {
      throw Self.refusal(error, path)
    }
  }

  private func migrate(_ db: Database, from version: Int, _ report: (OpeningStep) -> Void = { _ in }) throws {
    let due = migrations.filter { $0.version > version }
    for (index, migration) in due.enumerated() {
      report(.migration(index + 1, of: due.count))
      do {
        try db.inTransaction(.immediate) {
          try db.execute(sql: migration.sql)
          try db.execute(
            sql: "INSERT INTO migrations (version, name, appliedAt) VALUES (?, ?, ?)",
            arguments: [migration.version, migration.name, now.milliseconds])
          try db.execute(sql: "PRAGMA user_version = \(migration.version)")
          return .commit
        }
      } catch let error as DatabaseError where DiskFault(error) == nil {
        throw StoreRefusal.migrationFailed(
          path: path, version: migration.version, reason: error.message ?? "\(error.resultCode.rawValue)")
      }
    }
  }

  /// What the engine said while a database was opened.
  static func refusal(_ error: any Error, _ path: String) -> StoreRefusal {
    if let refusal = error as? StoreRefusal { return refusal }
    guard let error = error as? DatabaseError else { return .failed(path: path, code: 0, reason: "\(error)") }
    let reason = error.message ?? "unknown"
    switch error.resultCode {
    case .SQLITE_NOTADB: return .notADatabase(path: path)
    case .SQLITE_CORRUPT: return .damaged(path: path, findings: [reason])
    default: return .failed(path: path, code: error.extendedResultCode.rawValue, reason: reason)
    }
  }
}

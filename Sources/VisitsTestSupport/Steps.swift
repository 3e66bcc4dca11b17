package import GRDB
import GRDBSQLite
import Synchronization

/// Counts the steps of SQLite's virtual machine on a store's writer, which come with every statement and every row.
package final class Steps: Sendable {
  private let counter = Atomic(0)

  private init() {}

  /// Runs `body` and counts the writer's steps meanwhile.
  ///
  /// - Parameter pool: The store's connections.
  /// - Throws: What `body` throws, or the database's error.
  package static func count<Value: Sendable>(
    in pool: DatabasePool, _ body: () async throws -> Value
  ) async throws -> (value: Value, steps: Int) {
    let steps = Steps()
    try await pool.writeWithoutTransaction { db in
      sqlite3_progress_handler(
        db.sqliteConnection, 1,
        { steps in
          steps.map {
            _ = Unmanaged<Steps>.fromOpaque($0).takeUnretainedValue().counter.wrappingAdd(1, ordering: .relaxed)
          }
          return 0
        }, Unmanaged.passUnretained(steps).toOpaque())
    }
    let value = try await body()
    try await pool.writeWithoutTransaction { db in sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
    return withExtendedLifetime(steps) { (value, steps.counter.load(ordering: .relaxed)) }
  }
}

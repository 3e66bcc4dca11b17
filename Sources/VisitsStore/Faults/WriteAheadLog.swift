import GRDB
import GRDBSQLite
import Synchronization

/// Observes the length of SQLite's write-ahead log, and checkpoints the log when it is long.
///
/// SQLite could checkpoint by itself within a commit, but then it would not report an error of the checkpoint. A disk
/// that loses writes to the database file would go unnoticed.
final class WriteAheadLog: Sendable {
  /// The length, in pages, from which the log counts as long. With pages of 4 KiB this is 8 MB.
  private static let limit: Int32 = 2000
  private let pages = Atomic<Int32>(0)

  /// Observes the log of a connection, and turns off SQLite's own checkpoints on the connection. The connection must
  /// not outlive this object, because SQLite holds an unretained reference to the object.
  func watch(_ db: Database) {
    sqlite3_wal_hook(
      db.sqliteConnection,
      { log, _, _, pages in
        guard let log else { return SQLITE_OK }
        Unmanaged<WriteAheadLog>.fromOpaque(log).takeUnretainedValue().pages.store(pages, ordering: .relaxed)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Checkpoints the log if it is long. Copies only as much of the log as the running reads allow, without waiting for
  /// them.
  func checkpointIfLong(_ db: Database) throws {
    guard pages.load(ordering: .relaxed) >= Self.limit else { return }
    try db.checkpoint(.passive)
  }
}

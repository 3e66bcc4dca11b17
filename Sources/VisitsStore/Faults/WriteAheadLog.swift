import GRDB
import GRDBSQLite
import Synchronization

/// The length of the write-ahead log, which the writer checkpoints when it is long.
///
/// SQLite could checkpoint by itself within a commit, but it reports no error of such a checkpoint. A disk that loses
/// writes to the database would then go unnoticed.
final class WriteAheadLog: Sendable {
  /// The length, in pages, from which the log is checkpointed; at 4 KiB each this is 8 MB.
  private static let limit: Int32 = 2000
  private let pages = Atomic<Int32>(0)

  /// Replaces SQLite's own checkpoints on this connection, which must not outlive this object.
  func watch(_ db: Database) {
    sqlite3_wal_hook(
      db.sqliteConnection,
      { log, _, _, pages in
        guard let log else { return SQLITE_OK }
        Unmanaged<WriteAheadLog>.fromOpaque(log).takeUnretainedValue().pages.store(pages, ordering: .relaxed)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Checkpoints a long log as far as its readers allow, without waiting for them.
  func checkpointIfLong(_ db: Database) throws {
    guard pages.load(ordering: .relaxed) >= Self.limit else { return }
    try db.checkpoint(.passive)
  }
}

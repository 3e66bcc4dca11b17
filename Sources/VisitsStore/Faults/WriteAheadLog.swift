import GRDB
import GRDBSQLite
import Synchronization

/// How long the writer's log is, so that it is brought into the database in time.
///
/// The engine would do that by itself within a commit, but says nothing when it fails: a disk that loses what is
/// written to the database would never be heard of.
final class WriteAheadLog: Sendable {
  /// Pages; at 4 KiB each this is 8 MB.
  private static let limit: Int32 = 2000
  private let pages = Atomic<Int32>(0)

  /// Takes the place of the engine's own checkpoints on this connection, which must not outlive this object.
  func watch(_ db: Database) {
    sqlite3_wal_hook(
      db.sqliteConnection,
      { log, _, _, pages in
        guard let log else { return SQLITE_OK }
        Unmanaged<WriteAheadLog>.fromOpaque(log).takeUnretainedValue().pages.store(pages, ordering: .relaxed)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Brings the log into the database when it is long, as far as readers let it; nobody waits for anybody.
  func checkpointIfLong(_ db: Database) throws {
    guard pages.load(ordering: .relaxed) >= Self.limit else { return }
    try db.checkpoint(.passive)
  }
}

import GRDB
import GRDBSQLite
import Synchronization

/// Counts the steps of the SQL statements that the writer executes. While the count grows, the writer is busy with a
/// long change and does not hang.
final class WriterSteps: Sendable {
  /// The number of SQLite instructions that count as one step. A step takes about a millisecond, or processes about a
  /// hundred rows.
  private static let instructions: Int32 = 10_000
  private let steps = Atomic<UInt64>(0)

  /// The number of steps so far.
  var count: UInt64 { steps.load(ordering: .relaxed) }

  /// Starts to count the steps of a connection. The connection must not outlive this object, because SQLite holds an
  /// unretained reference to the object.
  func watch(_ db: Database) {
    sqlite3_progress_handler(
      db.sqliteConnection, Self.instructions,
      { steps in
        guard let steps else { return 0 }
        Unmanaged<WriterSteps>.fromOpaque(steps).takeUnretainedValue().steps.wrappingAdd(1, ordering: .relaxed)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

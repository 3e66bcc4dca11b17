import GRDB
import GRDBSQLite
import Synchronization

/// Counts the writer's steps within statements, to distinguish a long change from a writer that hangs.
final class WriterSteps: Sendable {
  /// The number of SQLite instructions in a step: about a millisecond, or a hundred rows.
  private static let instructions: Int32 = 10_000
  private let steps = Atomic<UInt64>(0)

  /// The number of steps so far.
  var count: UInt64 { steps.load(ordering: .relaxed) }

  /// Counts the steps of this connection, which must not outlive this object.
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

import GRDB
import GRDBSQLite
import Synchronization

/// Counts what the writer does within its statements, so that a change that takes long is told from a writer that hangs.
final class WriterSteps: Sendable {
  /// So many instructions of the engine are a step: a millisecond, or a hundred rows.
  private static let instructions: Int32 = 10_000
  private let steps = Atomic<UInt64>(0)

  /// How many steps were taken.
  var count: UInt64 { steps.load(ordering: .relaxed) }

  /// Counts on this connection, which must not outlive this object.
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

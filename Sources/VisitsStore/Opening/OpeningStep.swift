package import VisitsModel

/// What opening a database takes time for, or leaves behind.
package enum OpeningStep: Sendable, Hashable {
  /// It is copied, and then migrated to a version.
  case migrating(version: Int)
  /// One of so many migrations begins.
  case migration(Int, of: Int)
  /// It was migrated to a version; the database as it was before is kept in `copy`.
  case migrated(version: Int, copy: String)
  /// The file could not be made that takes emergencies when the database does not.
  case noSpool(SpoolFault)
  /// Something in that file cannot be read.
  case spoolDamaged(path: String)
  /// It is a backup that was put in its place at that moment.
  case restored(at: Instant)
  /// The last stop was not in order, so that it is checked before anything else.
  case checkingAfterUncleanStop
  /// It was migrated, so that it is checked before anything else.
  case checkingAfterMigration
  /// The disk takes no changes, so that it is checked before it is read from.
  case checkingOnFailingDisk
}

package import VisitsModel

/// A slow step of opening a database, or a finding to report.
package enum OpeningStep: Sendable, Hashable {
  /// The database is copied, then migrated to a version.
  case migrating(version: Int)
  /// A migration begins: its number among the migrations that are due, and how many are due.
  case migration(Int, of: Int)
  /// The database was migrated to a version; `copy` is the path of the database as it was before.
  case migrated(version: Int, copy: String)
  /// The spool, which stores emergencies while the database cannot, could not be created.
  case noSpool(SpoolFault)
  /// The spool has records that cannot be read.
  case spoolDamaged(path: String)
  /// The database is a backup that was restored at that moment.
  case restored(at: Instant)
  /// The last stop was unclean, so the opening checks the whole database before it ends.
  case checkingAfterUncleanStop
  /// A migration has changed the database, so the opening checks the whole database before it ends.
  case checkingAfterMigration
  /// The disk accepts no changes, so the opening checks the whole database before it ends.
  case checkingOnFailingDisk
}

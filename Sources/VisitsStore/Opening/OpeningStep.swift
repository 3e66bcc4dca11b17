package import VisitsModel

/// A report about the opening of a database: a slow step begins or has ended, or the opening found something unusual.
package enum OpeningStep: Sendable, Hashable {
  /// The database has an older schema. It is now copied, then migrated to this version.
  case migrating(version: Int)
  /// A migration begins. The values are its number among the migrations to execute, from 1, and how many there are.
  case migration(Int, of: Int)
  /// The database was migrated to a version. `copy` is the path of the copy that was made before the migration.
  case migrated(version: Int, copy: String)
  /// The spool could not be created. The spool is the folder that stores emergencies while the database cannot.
  case noSpool(SpoolFault)
  /// The spool, the folder that stores emergencies while the database cannot, has records that cannot be read.
  case spoolDamaged(path: String)
  /// A backup was restored since the last start. The value is the time of the restoration.
  case restored(at: Instant)
  /// The last daemon did not stop cleanly, so the whole database is checked before the opening ends.
  case checkingAfterUncleanStop
  /// A migration has changed the database, so the whole database is checked before the opening ends.
  case checkingAfterMigration
  /// The disk accepts no changes, so the whole database is checked before the opening ends.
  case checkingOnFailingDisk
}

import VisitsModel
import VisitsStore
import VisitsViews

/// The state of the service at one moment, for monitoring.
struct SystemStanding: Sendable {
  /// The numbers of records in the database.
  let counts: StoreReader.Counts
  /// The number of open emergencies.
  let emergencies: Int
  /// The number of open alerts of each kind.
  let alerts: [Alert.Kind: Int]
  /// The state of sync with the upstream server.
  let sync: SyncFacts
  /// The number of open sync problems of each kind.
  let problems: [SyncProblem.Kind: Int]
  /// The latest backup; `nil` if there is none.
  let backup: Backup?

  /// Reads the state from the database and from the folder of backups. Both may block, so it must run on a thread for
  /// reads.
  init(_ reader: StoreReader, of service: VisitsService) throws {
    counts = try reader.counts()
    emergencies = try service.openEmergencies(reader).count
    alerts = try reader.openAlertCounts()
    sync = try service.syncFacts(reader)
    problems = try reader.problemCounts()
    backup = service.store.latestBackup
  }
}

import VisitsModel
import VisitsStore
import VisitsViews

/// How things stand at one moment, for whoever watches over the service.
struct SystemStanding: Sendable {
  /// How much is stored.
  let counts: StoreReader.Counts
  /// How many emergencies nobody has ended.
  let emergencies: Int
  /// How many alerts of each kind hold.
  let alerts: [Alert.Kind: Int]
  /// Where the sync stands.
  let sync: SyncFacts
  /// How many problems of sync of each kind are open.
  let problems: [SyncProblem.Kind: Int]
  /// The latest backup; `nil`: there is none.
  let backup: Backup?

  /// As a reader sees it; on the thread of a read, since it looks into the folder of the backups too.
  init(_ reader: StoreReader, of service: VisitsService) throws {
    counts = try reader.counts()
    emergencies = try service.openEmergencies(reader).count
    alerts = try reader.openAlertCounts()
    sync = try service.syncFacts(reader)
    problems = try reader.problemCounts()
    backup = service.store.latestBackup
  }
}

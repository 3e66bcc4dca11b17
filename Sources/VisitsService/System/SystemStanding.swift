import VisitsModel
import VisitsStore
import VisitsViews

/// The state of the service at one moment, for monitoring.
struct SystemStanding: Sendable {
  /// The numbers of records in the database; `nil` if they cannot be read.
  let counts: StoreReader.Counts?
  /// The number of open emergencies.
  let emergencies: Int
  /// The number of open alerts of each kind.
  let alerts: [Alert.Kind: Int]
  /// The state of sync with the upstream server.
  let sync: SyncFacts
  /// The number of open sync problems of each kind.
  let problems: [SyncProblem.Kind: Int]
  /// The feed's cursor; `nil` if it cannot be read.
  let cursor: Cursor?
  /// The latest backup; `nil` if there is none.
  let backup: Backup?
  /// The room for backups; `nil` if the file system does not tell.
  let room: BackupRoom?

  /// Reads the state of a service. If the disk or the database fails a read, the state has what can still be read: it
  /// must tell the operator of the failure.
  static func of(_ service: VisitsService) async throws -> SystemStanding {
    do {
      return try await service.store.read { try SystemStanding($0, of: service) }
    } catch Refusal.unavailable(let reason) where reason != .shuttingDown {
      return await SystemStanding(salvagedFrom: service)
    }
  }

  /// Reads the state from the database and from the folder of backups. Both may block, so it must run on a thread for
  /// reads.
  private init(_ reader: StoreReader, of service: VisitsService) throws {
    counts = try reader.counts()
    emergencies = try service.openEmergencies(reader).count
    alerts = try reader.openAlertCounts()
    sync = try service.syncFacts(reader)
    problems = try reader.problemCounts()
    cursor = try reader.cursor
    (backup, room) = Self.backups(of: service)
  }

  /// Reads each part of the state by itself, and leaves out what cannot be read.
  private init(salvagedFrom service: VisitsService) async {
    let store = service.store
    counts = try? await store.read { try $0.counts() }
    emergencies =
      (try? await store.read { try service.openEmergencies($0).count }) ?? service.escalations.emergencies.count
    alerts = (try? await store.read { try $0.openAlertCounts() }) ?? [:]
    sync = (try? await store.read { try service.syncFacts($0) }) ?? .noUpstream(unsaved: store.fault?.reason)
    problems = (try? await store.read { try $0.problemCounts() }) ?? [:]
    cursor = try? await store.read { try $0.cursor }
    (backup, room) = Self.backups(of: service)
  }

  private static func backups(of service: VisitsService) -> (latest: Backup?, room: BackupRoom?) {
    (service.store.latestBackup, service.store.backupRoom(reserve: service.settings.backupReserve))
  }
}

/// `system.status`: how the service is.
package enum SystemStatus: Method {
  package typealias Parameters = NoParameters

  /// Why no changes are taken.
  package enum ReadOnlyReason: String, WireWord {
    /// The disk of the database is full.
    case diskFull
    /// The disk of the database failed a write.
    case diskFailing
    /// The database is damaged.
    case databaseDamaged
  }

  /// How the service is.
  package struct Answer: WireObject {
    /// The program's version.
    package var version: String
    /// Whether it takes changes.
    package var isWritable: Bool
    /// Why it takes none; `nil`: it does.
    package var reason: ReadOnlyReason?
    /// Seconds since it started.
    package var uptime: Int
    /// How many visits there are; `nil`: that cannot be read.
    package var visits: Int?
    /// How many workers; `nil`: that cannot be read.
    package var workers: Int?
    /// How many clients; `nil`: that cannot be read.
    package var clients: Int?
    /// How many connections are open.
    package var connections: Int
    /// What happened in the last minute.
    package var lastMinute: CallRates
    /// The size of the database and its log, in bytes.
    package var databaseBytes: Int
    /// The size of its log alone, in bytes.
    package var logBytes: Int
    /// The latest backup; `nil`: there is none.
    package var lastBackup: LastBackup?
    /// How much room there is for backups; `nil`: the file system does not tell.
    package var backupRoom: BackupSpace?
    /// The feed's present cursor; `nil`: it cannot be read.
    package var cursor: String?
    /// How many emergencies nobody has ended.
    package var emergencies: Int
    /// What needs somebody's attention.
    package var alerts: AlertCounts
    /// The sync indicator.
    package var sync: SyncIndicator
    /// Whether there is an upstream at all. The indicator says "Synced" without one, too.
    package var isSyncConfigured: Bool
    /// What of sync needs somebody's attention.
    package var syncProblems: SyncCounts
    /// The languages that there are texts in.
    package var languages: [String]
    /// What an operator should look at.
    package var warnings: [String]
    /// What was logged at warning or worse and is not mended, the latest first.
    package var logged: [LoggedLine]

    package init(
      version: String, isWritable: Bool, reason: ReadOnlyReason? = nil, uptime: Int, visits: Int?, workers: Int?,
      clients: Int?, connections: Int, lastMinute: CallRates, databaseBytes: Int, logBytes: Int,
      lastBackup: LastBackup?, backupRoom: BackupSpace?, cursor: String?, emergencies: Int, alerts: AlertCounts,
      sync: SyncIndicator, isSyncConfigured: Bool, syncProblems: SyncCounts, languages: [String], warnings: [String],
      logged: [LoggedLine]
    ) {
      self.version = version
      self.isWritable = isWritable
      self.reason = reason
      self.uptime = uptime
      self.visits = visits
      self.workers = workers
      self.clients = clients
      self.connections = connections
      self.lastMinute = lastMinute
      self.databaseBytes = databaseBytes
      self.logBytes = logBytes
      self.lastBackup = lastBackup
      self.backupRoom = backupRoom
      self.cursor = cursor
      self.emergencies = emergencies
      self.alerts = alerts
      self.sync = sync
      self.isSyncConfigured = isSyncConfigured
      self.syncProblems = syncProblems
      self.languages = languages
      self.warnings = warnings
      self.logged = logged
    }

    package static let members: [Member<Answer>] = [
      Member("version", { $0.version }, "The program's version."),
      Member("writable", { $0.isWritable }, "Whether it takes changes."),
      Member(optional: "reason", { $0.reason }, "Why it takes no changes."),
      Member("uptime", { $0.uptime }, "Seconds since it started."),
      Member(optional: "visits", { $0.visits }, "How many visits there are; absent if that cannot be read."),
      Member(optional: "workers", { $0.workers }, "How many workers; absent if that cannot be read."),
      Member(optional: "clients", { $0.clients }, "How many clients; absent if that cannot be read."),
      Member("connections", { $0.connections }, "How many connections are open."),
      Member("lastMinute", { $0.lastMinute }, "What happened in the last minute."),
      Member("databaseBytes", { $0.databaseBytes }, "The size of the database and its log."),
      Member("logBytes", { $0.logBytes }, "The size of its write-ahead log alone."),
      Member(optional: "lastBackup", { $0.lastBackup }, "The latest backup in the daemon's folder of them."),
      Member(optional: "backupRoom", { $0.backupRoom }, "How much room there is for backups."),
      Member(optional: "cursor", { $0.cursor }, "The feed's present cursor; absent if it cannot be read."),
      Member("emergencies", { $0.emergencies }, "How many emergencies nobody has ended."),
      Member("alerts", { $0.alerts }, "How many alerts of each kind hold."),
      Member("sync", { $0.sync }, "The sync indicator."),
      Member("syncConfigured", { $0.isSyncConfigured }, "Whether there is an upstream at all."),
      Member("syncProblems", { $0.syncProblems }, "How many problems of sync of each kind are open."),
      Member("languages", { $0.languages }, "The languages that there are texts in, BCP 47."),
      Member("warnings", { $0.warnings }, "What an operator should look at."),
      Member(
        "logged", { $0.logged },
        "What was logged at warning or worse since the start and is not mended, each event once and the latest first; "
          + "ten at most."),
    ]
  }

  package static let name = "system.status"
  package static let summary = "How the service is: version, sizes, rates, sync, the last backup, warnings."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.everybody.subtracting([.gateway, .caregiver])
  package static let errors: [ErrorKind] = []
}

/// `system.status`: how the service is.
package enum SystemStatus: Method {
  package typealias Parameters = NoParameters

  /// Why no changes are taken.
  package enum ReadOnlyReason: String, WireWord {
    /// The disk of the database is full.
    case diskFull
    /// The disk of the database failed a write.
    case diskFailing
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
    /// How many visits there are.
    package var visits: Int
    /// How many workers.
    package var workers: Int
    /// How many clients.
    package var clients: Int
    /// How many connections are open.
    package var connections: Int
    /// The database's size in bytes.
    package var databaseBytes: Int
    /// The feed's present cursor.
    package var cursor: String
    /// What needs somebody's attention.
    package var alerts: AlertCounts
    /// The sync indicator.
    package var sync: SyncIndicator
    /// What of sync needs somebody's attention.
    package var syncProblems: SyncCounts
    /// The languages that there are texts in.
    package var languages: [String]
    /// What an operator should look at.
    package var warnings: [String]

    package init(
      version: String, isWritable: Bool, reason: ReadOnlyReason? = nil, uptime: Int, visits: Int, workers: Int,
      clients: Int, connections: Int, databaseBytes: Int, cursor: String, alerts: AlertCounts, sync: SyncIndicator,
      syncProblems: SyncCounts, languages: [String], warnings: [String]
    ) {
      self.version = version
      self.isWritable = isWritable
      self.reason = reason
      self.uptime = uptime
      self.visits = visits
      self.workers = workers
      self.clients = clients
      self.connections = connections
      self.databaseBytes = databaseBytes
      self.cursor = cursor
      self.alerts = alerts
      self.sync = sync
      self.syncProblems = syncProblems
      self.languages = languages
      self.warnings = warnings
    }

    package static let members: [Member<Answer>] = [
      Member("version", { $0.version }, "The program's version."),
      Member("writable", { $0.isWritable }, "Whether it takes changes."),
      Member(optional: "reason", { $0.reason }, "Why it takes no changes."),
      Member("uptime", { $0.uptime }, "Seconds since it started."),
      Member("visits", { $0.visits }, "How many visits there are."),
      Member("workers", { $0.workers }, "How many workers."),
      Member("clients", { $0.clients }, "How many clients."),
      Member("connections", { $0.connections }, "How many connections are open."),
      Member("databaseBytes", { $0.databaseBytes }, "The database's size."),
      Member("cursor", { $0.cursor }, "The feed's present cursor."),
      Member("alerts", { $0.alerts }, "How many alerts of each kind hold."),
      Member("sync", { $0.sync }, "The sync indicator."),
      Member("syncProblems", { $0.syncProblems }, "How many problems of sync of each kind are open."),
      Member("languages", { $0.languages }, "The languages that there are texts in, BCP 47."),
      Member("warnings", { $0.warnings }, "What an operator should look at."),
    ]
  }

  package static let name = "system.status"
  package static let summary = "How the service is: version, sizes, sync, warnings."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.everybody.subtracting([.gateway, .caregiver])
  package static let errors: [ErrorKind] = []
}

package import Foundation
package import Systemd
package import VisitsModel

/// What the operator may set; every value here is valid.
///
/// Read once by ``load(file:flags:on:)`` from the file, the environment and the flags. The rows in
/// `Settings+Rows.swift` say what each may be, and `config/visitsd.yaml` is written from them.
package struct Settings: Sendable, Equatable {
  /// `agency.*`
  package var agency: Agency
  /// `socket`: the path of the daemon's UNIX socket, absolute.
  package var socket: String
  /// `socketMode`: the socket's permission bits.
  package var socketMode: UInt32 = 0o660
  /// `socketGroup`: the group that owns the socket; nil leaves the daemon's own.
  package var socketGroup: UInt32?
  /// `gatewaySocket`: the path of the UNIX socket for gateways, absolute; `nil`: `gateway.sock` beside ``socket``.
  package var gatewaySocket: String?
  /// `state`: the directory of the database, absolute.
  package var state: String
  /// `roles.*`
  package var roles = Roles()
  /// `limits.*`
  package var limits = Limits()
  /// `alerts.*`
  package var alerts = Alerts()
  /// `emergency.*`
  package var emergency = Emergency()
  /// `visits.*`
  package var visits = Visits()
  /// `evv.*`
  package var evv = VerificationAgency()
  /// `devices.*`
  package var devices = Devices()
  /// `backup.*`
  package var backup = Backup()
  /// `upstream.*`
  package var upstream = Upstream()
  /// `log.*`
  package var log = Log()

  /// The defaults on `machine`.
  package init(on machine: Machine) {
    agency = Agency(timeZone: machine.timeZone)
    socket = machine.defaultSocket
    state = machine.defaultState
  }

  /// The agency itself.
  package struct Agency: Sendable, Equatable {
    /// `agency.name`: what people call it.
    package var name: String?
    /// `agency.timeZone`: where its days begin and end, unless a worker or client has a zone of their own.
    package var timeZone: TimeZone
    /// `agency.locale`: the language when a caller names none, BCP 47.
    package var locale = "en"
    /// `agency.emergencyNumber`: what a worker in danger is told to call.
    package var emergencyNumber = "911"
    /// `agency.officePhone`: the office's number, which the app shows to workers.
    package var officePhone: String?
  }

  /// Who may do what on the socket, beside root and the daemon's own user, who are `admin`.
  package struct Roles: Sendable, Equatable {
    /// `roles.coordinator`: plan and change visits.
    package var coordinator: [Principal] = []
    /// `roles.monitor`: read status and counts, nobody's data.
    package var monitor: [Principal] = []
    /// `roles.gateway`: pass on what devices ask.
    package var gateway: [Principal] = []
    /// `roles.admin`: everything.
    package var admin: [Principal] = []
  }

  /// A user or a group of this machine.
  package enum Principal: Sendable, Hashable {
    /// A user, by uid.
    case user(UInt32)
    /// A group, by gid.
    case group(UInt32)
    /// A user that this machine does not know yet, by name.
    case unknownUser(String)
    /// A group that this machine does not know yet, by name.
    case unknownGroup(String)
  }

  /// What one client, and all together, may take.
  package struct Limits: Sendable, Equatable {
    /// `limits.messageBytes`: the longest message.
    package var messageBytes = 1 << 20
    /// `limits.depth`: the deepest nesting of a message.
    package var depth = 32
    /// `limits.values`: the most values of a message.
    package var values = 5000
    /// `limits.batch`: the most entries of a batch.
    package var batch = 100
    /// `limits.idBytes`: the longest id of a call.
    package var idBytes = 256
    /// `limits.connections`: the most connections.
    package var connections = 1024
    /// `limits.connectionsPerUser`: the most connections of one user.
    package var connectionsPerUser = 256
    /// `limits.bufferBytes`: all unfinished messages together.
    package var bufferBytes = 64 << 20
    /// `limits.inFlight`: calls of a connection that are being worked on.
    package var inFlight = 64
    /// `limits.outputBytes`: answers that a connection has not read yet.
    package var outputBytes = 4 << 20
    /// `limits.outputSeconds`: how long a connection may take nothing of its answers.
    package var outputSeconds = 30
    /// `limits.lineSeconds`: how long an unfinished line may stand.
    package var lineSeconds = 30
    /// `limits.unreadableLines`: lines in a row that say no call, before a connection is read more slowly.
    package var unreadableLines = 32
    /// `limits.patienceMilliseconds`: how long nothing is read between two such lines.
    package var patienceMilliseconds = 250
    /// `limits.eventsBehind`: how many events a subscriber may fall behind.
    package var eventsBehind = 10_000
    /// `limits.uploadBytes`: all files together that are sent in parts.
    package var uploadBytes = 64 << 20
    /// `limits.importSeconds`: how long an import may hold up other changes.
    package var importSeconds = 5
  }

  /// When a visit needs somebody's attention.
  package struct Alerts: Sendable, Equatable {
    /// `alerts.lateAfterMinutes`: late when nobody has checked in this long after the planned start.
    package var lateAfterMinutes = 15
    /// `alerts.timeCriticalLateAfterMinutes`: the same, for a client who is time-critical.
    package var timeCriticalLateAfterMinutes = 5
    /// `alerts.missedAfterMinutes`: proposed as missed after this, or the planned duration if that is shorter, but
    /// never before it is late.
    package var missedAfterMinutes = 30
    /// `alerts.overrunAfterMinutes`: overrun when nobody has checked out this long after the planned end.
    package var overrunAfterMinutes = 15
    /// `alerts.openBeforeMinutes`: an open visit that nobody has taken this long before its start needs attention.
    package var openBeforeMinutes = 120
    /// `alerts.command`: a program that hears of alerts, and its arguments; empty: none.
    package var command: [String] = []
    /// `alerts.commandSeconds`: how long it may take over one alert.
    package var commandSeconds = 30
  }

  /// Who is paged in an emergency.
  package struct Emergency: Sendable, Equatable {
    /// One command, and when it is run.
    package struct Tier: Sendable, Equatable {
      /// `command`, its first word: the program's absolute path.
      package var program: String
      /// `command`, the words behind it.
      package var arguments: [String] = []
      /// `afterMinutes`: how long the tier before it has.
      package var afterMinutes = 2

      /// A tier.
      package init(program: String, arguments: [String] = [], afterMinutes: Int = 2) {
        self.program = program
        self.arguments = arguments
        self.afterMinutes = afterMinutes
      }
    }

    /// `emergency.tiers`: in the order in which they are paged.
    package var tiers: [Tier] = []
    /// `emergency.commandSeconds`: how long one page may take.
    package var commandSeconds = 30
    /// `emergency.repeatMinutes`: from the last tier to the first again.
    package var repeatMinutes = 2
    /// `emergency.unresolvedMinutes`: paged again when it is acknowledged and not resolved.
    package var unresolvedMinutes = 30
  }

  /// What is recorded of visits.
  package struct Visits: Sendable, Equatable {
    /// `visits.farAwayMetres`: a check-in farther than this from the client's address is flagged.
    package var farAwayMetres = 200
    /// `visits.horizonWeeks`: how many weeks ahead the visits of a series are made.
    package var horizonWeeks = 8
    /// `visits.travelMinutes`: how long the way from one client to the next takes.
    package var travelMinutes = 15
    /// `visits.correctionReasons`: the reasons that a correction may give.
    package var correctionReasons = ["forgotten", "device", "noSignal", "wrongVisit", "other"]
    /// `visits.absenceReasons`: the reasons that an absence may have.
    package var absenceReasons = ["sick", "holiday", "training", "other"]
  }

  /// The workers' devices.
  package struct Devices: Sendable, Equatable {
    /// `devices.invitationHours`: how long a code can be used.
    package var invitationHours = 24
  }

  /// Backups.
  package struct Backup: Sendable, Equatable {
    /// `backup.reserveMegabytes`: how much stays free after a backup; `nil`: a tenth of the file system, at most 256.
    package var reserveMegabytes: Int?
  }

  /// The log.
  package struct Log: Sendable, Equatable {
    /// `log.level`: the least urgent entry that is written.
    package var level = Priority.info
  }
}

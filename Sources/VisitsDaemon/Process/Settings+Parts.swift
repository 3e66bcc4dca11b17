import Foundation
import JSONRPC
import Systemd
import VisitsModel
import VisitsService

extension ServiceSettings {
  /// What the operator's settings mean to the service.
  init(_ settings: Settings, version: String, warnings: [Warning], pager: Pager, alertCommand: AlertCommand?) {
    self.init(
      agencyZone: Zone(settings.agency.timeZone.identifier) ?? .utc, agencyLocale: settings.agency.locale,
      lateRule: LateRule(
        minutes: Int64(settings.alerts.lateAfterMinutes),
        timeCriticalMinutes: Int64(settings.alerts.timeCriticalLateAfterMinutes),
        missedMinutes: Int64(settings.alerts.missedAfterMinutes),
        overrunMinutes: Int64(settings.alerts.overrunAfterMinutes),
        openMinutes: Int64(settings.alerts.openBeforeMinutes)),
      farAwayMetres: Double(settings.visits.farAwayMetres), correctionReasons: settings.visits.correctionReasons,
      absenceReasons: settings.visits.absenceReasons, horizonWeeks: settings.visits.horizonWeeks,
      travelMinutes: settings.visits.travelMinutes,
      eventsBehind: Int64(settings.limits.eventsBehind), uploadBytes: settings.limits.uploadBytes,
      longestImport: .seconds(settings.limits.importSeconds),
      emergencyNumber: settings.agency.emergencyNumber, agencyName: settings.agency.name,
      officePhone: settings.agency.officePhone, invitationHours: Int64(settings.devices.invitationHours),
      verification: settings.evv, backupReserve: settings.backup.reserveMegabytes.map { Int64($0) * 1_000_000 },
      version: version, warnings: warnings, pager: pager, alertCommand: alertCommand)
  }
}

extension AlertCommand {
  /// The operator's command; `nil`: there is none.
  init?(_ alerts: Settings.Alerts, runner: any CommandRunning) {
    guard let program = alerts.command.first else { return nil }
    self.init(
      command: Command(program: program, arguments: Array(alerts.command.dropFirst())),
      limit: .seconds(alerts.commandSeconds), runner: runner)
  }
}

extension Pager {
  /// The operator's pager.
  init(_ emergency: Settings.Emergency, runner: any CommandRunning) {
    self.init(
      tiers: emergency.tiers.map { Command(program: $0.program, arguments: $0.arguments) },
      plan: EscalationPlan(
        delays: emergency.tiers.map { Int64($0.afterMinutes) }, repeatAfter: Int64(emergency.repeatMinutes),
        unresolvedAfter: Int64(emergency.unresolvedMinutes)),
      limit: .seconds(emergency.commandSeconds), runner: runner)
  }
}

extension Settings {
  /// Whether the agency's zone is only what is left of a machine's zone that is not known.
  func hasUnknownTimeZone(of machine: Machine) -> Bool {
    machine.hasUnknownTimeZone && agency.timeZone == machine.timeZone
  }

  /// What is wrong with the machine as far as these settings leave it to the machine.
  func warnings(of machine: Machine) -> [Warning] {
    guard hasUnknownTimeZone(of: machine) else { return [] }
    return [.timeZoneUnknown(used: Zone(agency.timeZone.identifier) ?? .utc)]
  }
}

extension Settings {
  /// Where the database is.
  package var database: String { "\(state)/visits.sqlite" }

  /// Returns the path of the socket for gateways, by default in the folder of the ordinary socket.
  func gatewaySocket(beside socket: String) -> String {
    gatewaySocket ?? "\(socket[..<(socket.lastIndex(of: "/") ?? socket.startIndex)])/gateway.sock"
  }
}

extension RPCLimits {
  /// The operator's limits.
  init(_ limits: Settings.Limits) {
    self.init()
    messageBytes = limits.messageBytes
    depth = limits.depth
    values = limits.values
    batchEntries = limits.batch
    idBytes = limits.idBytes
    connections = limits.connections
    connectionsPerUser = limits.connectionsPerUser
    bufferedBytes = limits.bufferBytes
    callsInFlight = limits.inFlight
    unsentBytes = limits.outputBytes
    stalledOutput = .seconds(limits.outputSeconds)
    unfinishedLine = .seconds(limits.lineSeconds)
    unreadableLines = limits.unreadableLines
    patience = .milliseconds(limits.patienceMilliseconds)
  }
}

extension RPCLimits {
  /// These limits for the socket of gateways. Its peers are one user for all devices, so that the user's share of the
  /// buffers, a quarter, is made as large as all buffers of the ordinary socket.
  var ofGatewaySocket: RPCLimits {
    var limits = self
    limits.connections = min(connections, 256)
    limits.refusalIntervalOfGateway = .zero
    limits.bufferedBytes = 4 * bufferedBytes
    // The gateway takes parameters of 1 MiB, and adds the envelope.
    limits.messageBytes = max(messageBytes, (1 << 20) + 4096)
    return limits
  }
}

/// An id that says nothing of anybody: a visit's, a person's key, an error's reference, a type's name.
struct OpaqueID: Loggable {
  let logText: LogText

  init(_ id: String) {
    logText = LogText(token: id)
  }
}

import JSONRPCServer
import Systemd
import VisitsModel
import VisitsService

extension ProcessView {
  /// Creates the view of the connections of some servers, of a log, and of the settings that are not in force.
  init(_ servers: [RPCServer], _ log: Log, _ running: RunningSettings) {
    let memory = log.memory
    // Weak: a server holds what answers its calls, which holds this view.
    let counts = servers.map { server in { @Sendable [weak server] in server?.connectionCount ?? 0 } }
    self.init(
      connections: { counts.reduce(0) { $0 + $1() } },
      logged: { memory.events.compactMap(LoggedEvent.init) },
      loggedCounts: {
        Dictionary(
          uniqueKeysWithValues: memory.counts.compactMap { priority, count in
            LoggedEvent.Severity(priority).map { ($0, count) }
          })
      },
      warnings: { running.warnings })
  }
}

extension LoggedEvent {
  fileprivate init?(_ event: LogMemory.Remembered) {
    guard let severity = Severity(event.priority) else { return nil }
    self.init(
      id: event.id, severity: severity, message: event.message, at: Instant(milliseconds: event.at), count: event.count)
  }
}

extension LoggedEvent.Severity {
  fileprivate init?(_ priority: Priority) {
    switch priority {
    case .alert: self = .alert
    case .critical: self = .critical
    case .error: self = .error
    case .warning: self = .warning
    case .notice, .info, .debug: return nil
    }
  }
}

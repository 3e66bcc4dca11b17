import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// The one line and the exit status that a monitoring system reads of a check (the guidelines of Monitoring Plugins:
/// www.monitoring-plugins.org/doc/guidelines.html).
struct PluginReport {
  /// The state of a check. Its name is the same in every language, because programs read it.
  enum State: String {
    case ok = "OK"
    case warning = "WARNING"
    case critical = "CRITICAL"
    case unknown = "UNKNOWN"
  }

  /// The age in seconds from which a backup is missing: one is made every night.
  private static let oldBackup: Int64 = 2 * 86_400

  /// The state.
  let state: State
  private let text: String

  /// The report on an answer of `system.status`.
  init(_ status: JSONValue) {
    if status["writable"] != true {
      state = .critical
      text = (["\(StatusPhrase.takesNone.text)."] + Self.warnings(status)).joined(separator: " ")
    } else if let reason = Self.reason(status) {
      state = .warning
      text = reason
    } else {
      state = .ok
      text = "\(StatusPhrase.takesChanges.text), \(StatusPhrase.visits(count: status["visits"]?.integer ?? 0))"
    }
  }

  private static func warnings(_ status: JSONValue) -> [String] {
    (status["warnings"]?.array ?? []).compactMap(\.string)
  }

  /// The first thing that needs the operator's attention; `nil`: nothing does.
  private static func reason(_ status: JSONValue) -> String? {
    if let open = positive(status["emergencies"]) {
      return named(.emergencies, StatusPhrase.openEmergencies(count: open))
    }
    let warnings = warnings(status)
    if !warnings.isEmpty { return warnings.joined(separator: " ") }
    if status["lastBackup"]?["secondsAgo"]?.integer ?? .max > oldBackup, let backup = StatusCommand.backup(status) {
      return named(.backup, backup)
    }
    if let room = status["backupRoom"], room["backups"]?.integer == 0, let text = StatusCommand.room(room) {
      return named(.room, text)
    }
    if status["sync"]?["state"] == "failed" { return Mark.sync(status["sync"]).text }
    return problems(status["syncProblems"])
      ?? status["logged"]?.array?.first { $0["severity"] != "warning" }?["message"]?.string
  }

  /// "Sync: 2 parked, 1 unread"; `nil`: there are no problems of sync.
  private static func problems(_ counts: JSONValue?) -> String? {
    let parts = [
      positive(counts?["parked"]).map { SyncPhrase.parkedCount(count: $0) },
      positive(counts?["overruled"]).map { SyncPhrase.gaveWayCount(count: $0) },
      positive(counts?["unread"]).map { SyncPhrase.unreadCount(count: $0) },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : named(.sync, parts.joined(separator: ", "))
  }

  /// "Backup: none yet".
  private static func named(_ name: FactPhrase, _ value: String) -> String { "\(name.text): \(value)" }

  private static func positive(_ number: JSONValue?) -> Int64? {
    (number?.integer).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The report on a call that failed. A check that may not ask, or is called wrongly, says nothing about the daemon.
  init(_ failure: Failure) {
    state =
      switch failure.status {
      case .noPermission, .usage: .unknown
      default: .critical
      }
    text = failure.error.message
  }

  /// The line. What follows a bar would be read as performance data.
  var line: String { String("VISITS \(state.rawValue) - \(text)".onOneLine.map { $0 == "|" ? "/" : $0 }) }

  /// How the program ends; `nil`: with 0.
  var failure: Failure? {
    let status: ExitStatus
    switch state {
    case .ok: return nil
    case .warning: status = .refused
    case .critical: status = .critical
    case .unknown: status = .unknown
    }
    return .said(text, kind: state.rawValue, status)
  }
}

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

  /// The state.
  let state: State
  private let text: String

  /// The report on an answer of `system.status`.
  init(_ status: JSONValue) {
    let warnings = (status["warnings"]?.array ?? []).compactMap(\.string)
    if status["writable"] != true {
      state = .critical
      text = (["\(StatusPhrase.takesNone.text)."] + warnings).joined(separator: " ")
    } else if !warnings.isEmpty {
      state = .warning
      text = warnings.joined(separator: " ")
    } else {
      state = .ok
      text = "\(StatusPhrase.takesChanges.text), \(StatusPhrase.visits(count: status["visits"]?.integer ?? 0))"
    }
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

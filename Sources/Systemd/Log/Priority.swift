package import Logging

/// How urgent an entry is, as syslog and the journal number it (RFC 5424, 6.2.1); a smaller number is more urgent.
package enum Priority: Int, Sendable, CaseIterable, Comparable {
  /// A person must act at once: a raised emergency.
  case alert = 1
  /// The daemon cannot go on.
  case critical
  /// Something that was asked for failed.
  case error
  /// Something will fail unless somebody looks after it.
  case warning
  /// Normal, and worth reading later.
  case notice
  /// Normal.
  case info
  /// For whoever looks for a fault.
  case debug

  /// The priority that stands for a level of swift-log, which knows no `alert`.
  package init(_ level: Logger.Level) {
    self =
      switch level {
      case .trace, .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      case .critical: .critical
      }
  }

  /// The level of swift-log from which on entries are at least as urgent as this one.
  package var loggerLevel: Logger.Level {
    switch self {
    case .alert, .critical: .critical
    case .error: .error
    case .warning: .warning
    case .notice: .notice
    case .info: .info
    case .debug: .debug
    }
  }

  /// The word on a line of the terminal.
  var word: String {
    switch self {
    case .alert: "alert"
    case .critical: "crit"
    case .error: "error"
    case .warning: "warn"
    case .notice: "notice"
    case .info: "info"
    case .debug: "debug"
    }
  }

  /// What is more urgent has the lower number (syslog).
  package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

package import VisitsModel

/// Facts about the process that the service reports but cannot find out itself.
package struct ProcessView: Sendable {
  /// The number of open connections.
  package var connections: @Sendable () -> Int
  /// The logged events with severity warning or worse that are not mended, the latest first.
  package var logged: @Sendable () -> [LoggedEvent]
  /// The number of logged events with severity warning or worse since the start of the process, by severity.
  package var loggedCounts: @Sendable () -> [LoggedEvent.Severity: Int]
  /// The standing warnings about settings that are not in force.
  package var warnings: @Sendable () -> [Warning]

  /// Creates a view. A fact whose argument is omitted is reported as zero or empty.
  package init(
    connections: @escaping @Sendable () -> Int = { 0 }, logged: @escaping @Sendable () -> [LoggedEvent] = { [] },
    loggedCounts: @escaping @Sendable () -> [LoggedEvent.Severity: Int] = { [:] },
    warnings: @escaping @Sendable () -> [Warning] = { [] }
  ) {
    self.connections = connections
    self.logged = logged
    self.loggedCounts = loggedCounts
    self.warnings = warnings
  }
}

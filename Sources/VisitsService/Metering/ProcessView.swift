package import VisitsModel

/// Facts about the process that the service reports but does not know itself.
package struct ProcessView: Sendable {
  /// The number of open connections.
  package var connections: @Sendable () -> Int
  /// The events logged at warning or worse, the latest first.
  package var logged: @Sendable () -> [LoggedEvent]
  /// The number of such events since the start, by severity.
  package var loggedCounts: @Sendable () -> [LoggedEvent.Severity: Int]

  /// Creates a view. Facts without an argument are reported as zero or empty.
  package init(
    connections: @escaping @Sendable () -> Int = { 0 }, logged: @escaping @Sendable () -> [LoggedEvent] = { [] },
    loggedCounts: @escaping @Sendable () -> [LoggedEvent.Severity: Int] = { [:] }
  ) {
    self.connections = connections
    self.logged = logged
    self.loggedCounts = loggedCounts
  }
}

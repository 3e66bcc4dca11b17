package import VisitsModel

/// What the service tells of the process that it is in, and does not know itself.
package struct ProcessView: Sendable {
  /// How many connections are open.
  package var connections: @Sendable () -> Int
  /// What was logged at warning or worse, the latest first.
  package var logged: @Sendable () -> [LoggedEvent]
  /// How often something so bad was logged since the start.
  package var loggedCounts: @Sendable () -> [LoggedEvent.Severity: Int]

  /// What is handed in; nothing is known of the rest.
  package init(
    connections: @escaping @Sendable () -> Int = { 0 }, logged: @escaping @Sendable () -> [LoggedEvent] = { [] },
    loggedCounts: @escaping @Sendable () -> [LoggedEvent.Severity: Int] = { [:] }
  ) {
    self.connections = connections
    self.logged = logged
    self.loggedCounts = loggedCounts
  }
}

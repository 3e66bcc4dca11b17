/// What the service manager asks of a service that it watches (sd_watchdog_enabled(3)).
package struct WatchdogRequest: Sendable, Equatable {
  /// The service is ended and started anew when it has said for so long that it lives no more.
  package let limit: Duration

  /// How often it is to say so: early enough that one time may come late.
  package var pulse: Duration { limit / 2 }

  /// What the environment asks; `nil`: nothing of this process.
  ///
  /// - Parameter pid: This process, since its children inherit the variables.
  package init?(environment: [String: String], pid: Int32) {
    guard let limit = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), limit > 0 else { return nil }
    if let meant = environment["WATCHDOG_PID"], Int32(meant) != pid { return nil }
    self.limit = .microseconds(limit)
  }
}

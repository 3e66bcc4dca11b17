import CSystemd

/// How often the service manager wants a sign of life from this process (sd_watchdog_enabled(3)).
package struct WatchdogRequest: Sendable, Equatable {
  /// The service manager restarts the service after this long without a sign of life.
  package let limit: Duration

  /// The interval between signs of life: half the limit, so that one of them may be late.
  package var pulse: Duration { limit / 2 }

  /// Reads the request from this process's environment; `nil` if the service manager does not watch this process.
  package init?() {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    limit = .microseconds(Int64(clamping: microseconds))
  }
}

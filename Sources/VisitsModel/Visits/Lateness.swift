/// When a visit is late (`product.md`): derived from the clock, never stored.
package struct LateRule: Sendable, Hashable {
  /// Minutes after the planned start, for most clients.
  package var minutes: Int64
  /// Minutes after the planned start, for time-critical clients.
  package var timeCriticalMinutes: Int64

  /// The thresholds; 15 and 5 minutes unless the settings say otherwise.
  package init(minutes: Int64 = 15, timeCriticalMinutes: Int64 = 5) {
    self.minutes = minutes
    self.timeCriticalMinutes = timeCriticalMinutes
  }

  /// The moment from which a visit that has no check-in is late.
  package func threshold(start: Instant, isTimeCritical: Bool) -> Instant {
    start.adding(minutes: isTimeCritical ? timeCriticalMinutes : minutes)
  }
}

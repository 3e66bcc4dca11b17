/// When a visit needs somebody's attention by the clock alone (`product.md`, Late).
package struct LateRule: Sendable, Hashable {
  /// Minutes after the planned start from which a visit is late, for most clients.
  package var minutes: Int64
  /// The same, for time-critical clients.
  package var timeCriticalMinutes: Int64
  /// Minutes after the planned start from which a visit is proposed as missed; the planned duration, if that is
  /// shorter; never before it is late.
  package var missedMinutes: Int64
  /// Minutes after the planned end from which a visit that is under way has overrun.
  package var overrunMinutes: Int64
  /// Minutes before the planned start from which somebody should have taken an open visit.
  package var openMinutes: Int64

  /// The thresholds, as they are unless the settings say otherwise.
  package init(
    minutes: Int64 = 15, timeCriticalMinutes: Int64 = 5, missedMinutes: Int64 = 30, overrunMinutes: Int64 = 15,
    openMinutes: Int64 = 120
  ) {
    self.minutes = minutes
    self.timeCriticalMinutes = timeCriticalMinutes
    self.missedMinutes = missedMinutes
    self.overrunMinutes = overrunMinutes
    self.openMinutes = openMinutes
  }

  /// The moment from which a visit that has no check-in is late.
  package func threshold(start: Instant, isTimeCritical: Bool) -> Instant {
    start.adding(minutes: isTimeCritical ? timeCriticalMinutes : minutes)
  }

  /// The moment from which a visit that has no check-in is proposed as missed.
  package func missed(start: Instant, end: Instant, isTimeCritical: Bool) -> Instant {
    max(threshold(start: start, isTimeCritical: isTimeCritical), min(start.adding(minutes: missedMinutes), end))
  }

  /// The moment from which a visit that has no check-out has overrun.
  package func overrun(end: Instant) -> Instant { end.adding(minutes: overrunMinutes) }

  /// The moment by which somebody should make an open visit.
  package func notTaken(start: Instant) -> Instant { start.adding(minutes: -openMinutes) }

  /// Minutes for which a device that is in use may say nothing.
  private static let quietMinutes: Int64 = 2

  /// Whether the worker's device has been silent since before the visit was late: a phone without network must not look
  /// like a worker who stayed away.
  ///
  /// - Parameters:
  ///   - threshold: When the visit was late.
  ///   - lastHeard: When the device was heard of last; `nil`: the worker has none.
  package static func isSilent(since threshold: Instant, lastHeard: Instant?, now: Instant) -> Bool {
    lastHeard.map { $0 < threshold && $0.adding(minutes: quietMinutes) <= now } ?? false
  }
}

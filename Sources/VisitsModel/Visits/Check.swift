/// A check-in or a check-out: when the worker really came or left, and where, if known.
package struct Check: Sendable, Hashable, Codable {
  /// How we know.
  package enum Method: String, Sendable, Hashable, Codable, CaseIterable {
    /// The worker's own device.
    case device
    /// Somebody in the office, or a script there.
    case office
    /// The agency's system of record.
    case upstream
  }

  /// A correction made afterwards. What was there first stays.
  package struct Correction: Sendable, Hashable, Codable {
    /// The first instant; `nil` when there was no check at all.
    package var first: Instant?
    /// The reason code: forgotten, device, noSignal, wrongVisit, other (a setting).
    package var reason: String

    /// What stood there first, and why it was mended.
    package init(first: Instant?, reason: String) {
      self.first = first
      self.reason = reason
    }
  }

  /// When it happened, as corrected by the difference of the clocks.
  package var at: Instant
  /// When we heard of it.
  package var receivedAt: Instant
  /// Where, if known.
  package var position: Position?
  /// Metres from the client's address, when both are known.
  package var distance: Double?
  /// How we know.
  package var method: Method
  /// Whether the device's clock was plainly wrong.
  package var isClockSuspect: Bool
  /// The correction, if there was one.
  package var correction: Correction?
  /// The device that reported it; `nil`: no device did, or it is not known which.
  package var device: DeviceID?

  /// A check as it was reported.
  package init(
    at: Instant, receivedAt: Instant, position: Position? = nil, distance: Double? = nil, method: Method,
    isClockSuspect: Bool = false, correction: Correction? = nil, device: DeviceID? = nil
  ) {
    self.at = at
    self.receivedAt = receivedAt
    self.position = position
    self.distance = distance
    self.method = method
    self.isClockSuspect = isClockSuspect
    self.correction = correction
    self.device = device
  }
}

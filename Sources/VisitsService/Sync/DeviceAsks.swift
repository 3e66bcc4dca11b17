import Synchronization
import VisitsModel

/// Limits how often each device may start a sync with the agency's server, so that no device can keep that server busy.
final class DeviceAsks: Sendable {
  /// The shortest time between two syncs of one device, in milliseconds.
  static let gap: Int64 = 10_000

  private let last = Mutex<[DeviceID: Instant]>([:])

  /// Returns whether a device may start a sync now. If so, records the time.
  func take(_ device: DeviceID, at now: Instant) -> Bool {
    last.withLock { last in
      last = last.filter { (0..<Self.gap).contains($0.value.milliseconds(to: now)) }
      guard last[device] == nil else { return false }
      last[device] = now
      return true
    }
  }
}

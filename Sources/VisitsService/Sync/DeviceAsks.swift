import Synchronization
import VisitsModel

/// When each device has caused a sync: one cannot keep the server of the agency busy.
final class DeviceAsks: Sendable {
  /// Milliseconds between two syncs that one device causes.
  static let gap: Int64 = 10_000

  private let last = Mutex<[DeviceID: Instant]>([:])

  /// Whether a device may cause a sync now; then it has done so.
  func take(_ device: DeviceID, at now: Instant) -> Bool {
    last.withLock { last in
      last = last.filter { (0..<Self.gap).contains($0.value.milliseconds(to: now)) }
      guard last[device] == nil else { return false }
      last[device] = now
      return true
    }
  }
}

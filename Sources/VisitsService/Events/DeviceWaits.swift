import JSON
import JSONRPC
import Synchronization
import VisitsModel
import VisitsViews

/// Counts the waiting calls of each device. All devices call through the gateway, which is one user with a limit of
/// waiting calls. Without a limit for each device, one device could use up the limit of all.
final class DeviceWaits: Sendable {
  /// The most calls of one device that may wait at the same time. Each screen of an app has one waiting call.
  static let most = 8

  private let waiting = Mutex<[DeviceID: Int]>([:])

  /// Reserves a place for a waiting call of a device until ``end(_:)``.
  ///
  /// - Returns: `false` if the device has no place left.
  func begin(_ device: DeviceID) -> Bool {
    waiting.withLock { waiting in
      guard waiting[device, default: 0] < Self.most else { return false }
      waiting[device, default: 0] += 1
      return true
    }
  }

  /// Frees the place of a device's call that no longer waits.
  func end(_ device: DeviceID) {
    waiting.withLock { waiting in
      let rest = waiting[device, default: 0] - 1
      waiting[device] = rest > 0 ? rest : nil
    }
  }
}

extension RPCError {
  /// Returns the refusal for a device that has too many waiting calls. It has the same form as the refusal with which
  /// the transport limits waiting calls.
  static func tooManyWaitingOfDevice(in view: ViewContext) -> RPCError {
    var error = busy(retryAfter: 1, view.tooManyWaiting(limit: DeviceWaits.most))
    error.data["limit"] = "callsWaitingOfDevice"
    error.data["value"] = .integer(Int64(DeviceWaits.most))
    return error
  }
}

import JSON
import JSONRPC
import Synchronization
import VisitsModel
import VisitsViews

/// Counts the waiting calls of each device. All devices call through the gateway, which is one user: without a limit of
/// its own, one device could use up all the waiting calls of that user.
final class DeviceWaits: Sendable {
  /// The most calls of a device that wait at a time. Each screen of an app has one.
  static let most = 8

  private let waiting = Mutex<[DeviceID: Int]>([:])

  /// Reserves a place for one more call until ``end(_:)``.
  ///
  /// - Returns: `false` if the device has no place left.
  func begin(_ device: DeviceID) -> Bool {
    waiting.withLock { waiting in
      guard waiting[device, default: 0] < Self.most else { return false }
      waiting[device, default: 0] += 1
      return true
    }
  }

  /// Frees a place.
  func end(_ device: DeviceID) {
    waiting.withLock { waiting in
      let rest = waiting[device, default: 0] - 1
      waiting[device] = rest > 0 ? rest : nil
    }
  }
}

extension RPCError {
  /// Returns the refusal of a further waiting call, in the form in which the transport refuses too many calls.
  static func tooManyWaitingOfDevice(in view: ViewContext) -> RPCError {
    var error = busy(retryAfter: 1, view.tooManyWaiting(limit: DeviceWaits.most))
    error.data["limit"] = "callsWaitingOfDevice"
    error.data["value"] = .integer(Int64(DeviceWaits.most))
    return error
  }
}

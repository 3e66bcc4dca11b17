import JSON
import JSONRPC
import Synchronization
import VisitsModel
import VisitsViews

/// How many calls of each device wait for something to happen. All devices come through the gateway, which is one user:
/// without a limit of its own, one device could have all the waiting calls of that user.
final class DeviceWaits: Sendable {
  /// How many calls of a device wait at a time. Each screen of an app has one.
  static let most = 8

  private let waiting = Mutex<[DeviceID: Int]>([:])

  /// Takes a place for one more call, until ``end(_:)``.
  ///
  /// - Returns: Whether there was one.
  func begin(_ device: DeviceID) -> Bool {
    waiting.withLock { waiting in
      guard waiting[device, default: 0] < Self.most else { return false }
      waiting[device, default: 0] += 1
      return true
    }
  }

  /// Gives a place back.
  func end(_ device: DeviceID) {
    waiting.withLock { waiting in
      let rest = waiting[device, default: 0] - 1
      waiting[device] = rest > 0 ? rest : nil
    }
  }
}

extension RPCError {
  /// As the transport refuses a call of a connection or a user with too many.
  static func tooManyWaitingOfDevice(in view: ViewContext) -> RPCError {
    var error = busy(retryAfter: 1, view.tooManyWaiting(limit: DeviceWaits.most))
    error.data["limit"] = "callsWaitingOfDevice"
    error.data["value"] = .integer(Int64(DeviceWaits.most))
    return error
  }
}

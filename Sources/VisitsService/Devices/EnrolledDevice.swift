import VisitsAPI
import VisitsModel

/// A device that has shown a valid token with the present call.
package struct EnrolledDevice: Sendable, Hashable {
  /// The device's id.
  let id: DeviceID
  /// The device's worker.
  var worker: WorkerID
  /// The time at which the office revoked the device, which may only report since then; `nil` if it is not revoked.
  var revokedAt: Instant?
}

extension Session {
  /// Returns a copy of the session for a call that the gateway relays for a device. The device is then the caller,
  /// instead of the gateway.
  func behind(_ device: EnrolledDevice) -> Session {
    var session = self
    session.role = .caregiver
    session.device = device
    session.caller = Caller(deviceOf: device.worker)
    return session
  }
}

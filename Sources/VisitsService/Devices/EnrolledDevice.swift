import VisitsAPI
import VisitsModel

/// A device whose token was found valid for the present call.
package struct EnrolledDevice: Sendable, Hashable {
  /// The device's id.
  let id: DeviceID
  /// The device's worker.
  let worker: WorkerID
}

extension Session {
  /// Returns the session for a call that a device makes through this connection. The gateway that relays it no longer
  /// counts as the caller.
  func behind(_ device: EnrolledDevice) -> Session {
    var session = self
    session.role = .caregiver
    session.device = device
    session.caller = Caller(deviceOf: device.worker)
    return session
  }
}

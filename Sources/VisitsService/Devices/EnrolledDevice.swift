import VisitsAPI
import VisitsModel

/// A device whose token has just been found to hold.
package struct EnrolledDevice: Sendable, Hashable {
  /// The device.
  let id: DeviceID
  /// Whose it is.
  let worker: WorkerID
}

extension Session {
  /// The same connection, for a call that a device makes through it: whoever passes it on is of no matter any more.
  func behind(_ device: EnrolledDevice) -> Session {
    var session = self
    session.role = .caregiver
    session.device = device
    session.caller = Caller(deviceOf: device.worker)
    return session
  }
}

package import VisitsModel

extension ChangeTransaction {
  /// Returns the device that the caller is about to change. Fails if the device no longer has the version that the
  /// caller last read.
  ///
  /// - Parameter expectedVersion: The version that the caller last read; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such device, ``Refusal/versionConflict(expected:current:)``
  ///   if it has another version.
  package func device(_ id: DeviceID, expectedVersion: Int?) throws -> Device {
    try present(device(id), id.rawValue, expectedVersion: expectedVersion) { .device(try placed($0)) }
  }

  /// Stores a new or changed device. Sets its version and the time of the change.
  ///
  /// - Returns: The device as stored. If no value differs from the stored device, nothing is written.
  package func put(_ device: Device) throws -> Device {
    try keep(device, inPlaceOf: stored(device.id.rawValue))
  }

  /// Returns an id for a new device.
  package func newDeviceID() -> DeviceID { DeviceID(rawValue: context.identities.next()) }
}

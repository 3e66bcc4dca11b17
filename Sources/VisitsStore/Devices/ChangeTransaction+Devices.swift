package import VisitsModel

extension ChangeTransaction {
  /// The device that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func device(_ id: DeviceID, expectedVersion: Int?) throws -> Device {
    try present(device(id), id.rawValue, expectedVersion: expectedVersion) { .device(try placed($0)) }
  }

  /// Keeps a device: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The device as it is kept; as it was before, when nothing about it is different.
  package func put(_ device: Device) throws -> Device {
    try keep(device, inPlaceOf: stored(device.id.rawValue))
  }

  /// The id for a new device.
  package func newDeviceID() -> DeviceID { DeviceID(rawValue: context.identities.next()) }
}

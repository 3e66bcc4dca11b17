package import VisitsModel

extension ChangeTransaction {
  /// The device that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func device(_ id: DeviceID, expectedVersion: Int?) throws -> Device {
    guard let device = try device(id) else { throw Refusal.notFound(.device, id: id.rawValue) }
    if let expectedVersion, expectedVersion != device.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: .device(try placed(device)))
    }
    return device
  }

  /// Keeps a device: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The device as it is kept; as it was before, when nothing about it is different.
  package func put(_ device: Device) throws -> Device {
    let before = try storedDevice(device.id)
    var device = device
    device.version = before?.device.version ?? 0
    device.updatedAt = before?.device.updatedAt ?? now
    if let before, before.device == device { return device }
    device.version += 1
    device.updatedAt = now
    let change = try append(
      .device, thing: device.id.rawValue, version: device.version, previous: before?.change,
      snapshot: device.snapshot(), before: (before?.device).map(AuditEntry.Snapshot.device), after: .device(device))
    if let before {
      try DeviceRow.update(before.row, to: device, change: change, db)
    } else {
      try DeviceRow.insert(device, change: change, db)
    }
    return device
  }

  /// The id for a new device.
  package func newDeviceID() -> DeviceID { DeviceID(rawValue: context.identities.next()) }
}

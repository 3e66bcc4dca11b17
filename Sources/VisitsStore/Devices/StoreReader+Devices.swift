package import VisitsModel

extension StoreReader {
  /// The device of that id.
  package func device(_ id: DeviceID) throws -> Device? { try storedDevice(id)?.device }

  /// The device that waits for that code.
  package func device(codeDigest: String) throws -> Device? {
    try db.first("SELECT \(DeviceRow.columns) FROM devices WHERE codeDigest = ?", [.text(codeDigest)]) {
      try DeviceRow.stored($0).device
    }
  }

  /// Every device whose token holds.
  package func enrolledDevices() throws -> [Device] {
    try db.all("SELECT \(DeviceRow.columns) FROM devices WHERE tokenDigest IS NOT NULL") {
      try DeviceRow.stored($0).device
    }
  }

  /// Devices in the order in which they were invited.
  ///
  /// - Parameters:
  ///   - worker: Only this worker's.
  ///   - usableAt: Only those that are of use at that moment: neither revoked nor expired; `nil`: all.
  ///   - limit: At most so many.
  ///   - after: The last one of the page before.
  package func devices(
    worker: WorkerID? = nil, usableAt: Instant? = nil, limit: Int, after: DeviceID? = nil
  ) throws -> [Device] {
    var conditions = ["TRUE"]
    var values: [Bound] = []
    if let worker {
      conditions.append("worker = ?")
      values.append(.text(worker.rawValue))
    }
    if let usableAt {
      conditions.append("revokedAt IS NULL AND (enrolledAt IS NOT NULL OR expiresAt > ?)")
      values.append(Bound(usableAt))
    }
    if let after {
      conditions.append("row > (SELECT row FROM devices WHERE id = ?)")
      values.append(.text(after.rawValue))
    }
    return try db.allOnce(
      "SELECT \(DeviceRow.columns) FROM devices WHERE \(conditions.joined(separator: " AND ")) ORDER BY row LIMIT ?",
      values + [Bound(max(0, limit))]
    ) { try DeviceRow.stored($0).device }
  }

  /// A device with its owner.
  package func placed(_ device: Device) throws -> PlacedDevice {
    PlacedDevice(device: device, worker: try worker(device.worker))
  }

  /// When each device was heard from last, as far as that is written.
  package func deviceContacts() throws -> [DeviceID: Instant] {
    let contacts = try db.all("SELECT device, at FROM deviceContacts") {
      (DeviceID(rawValue: $0.text(0)), $0.instant(1))
    }
    return Dictionary(contacts) { first, _ in first }
  }

  func storedDevice(_ id: DeviceID) throws -> StoredDevice? {
    try db.first("SELECT \(DeviceRow.columns) FROM devices WHERE id = ?", [.text(id.rawValue)], DeviceRow.stored)
  }
}

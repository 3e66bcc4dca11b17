package import VisitsModel

extension StoreReader {
  /// The device of that id.
  package func device(_ id: DeviceID) throws -> Device? { try stored(id.rawValue)?.thing }

  /// The device that waits for that code.
  package func device(codeDigest: String) throws -> Device? {
    let found: [Device] = try all(
      "SELECT \(Device.table.columns) FROM devices WHERE codeDigest = ?", [.text(codeDigest)])
    return found.first
  }

  /// Every device whose token holds.
  package func enrolledDevices() throws -> [Device] {
    try all("SELECT \(Device.table.columns) FROM devices WHERE tokenDigest IS NOT NULL")
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
    return try allOnce(
      "SELECT \(Device.table.columns) FROM devices WHERE \(conditions.joined(separator: " AND ")) ORDER BY row LIMIT ?",
      values + [Bound(max(0, limit))])
  }

  /// A device with its owner, as they were called when the feed had come to an entry; by default as they are now.
  package func placed(_ device: Device, asOf feed: Int64 = .max) throws -> PlacedDevice {
    PlacedDevice(device: device, worker: try worker(device.worker, asOf: feed))
  }

  /// When each device was heard from last, as far as that is written.
  package func deviceContacts() throws -> [DeviceID: Instant] {
    let contacts = try db.all("SELECT device, at FROM deviceContacts") {
      (DeviceID(rawValue: $0.text(0)), $0.instant(1))
    }
    return Dictionary(contacts) { first, _ in first }
  }
}

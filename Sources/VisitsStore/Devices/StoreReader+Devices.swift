package import VisitsModel

extension StoreReader {
  /// Returns the device with an id; `nil` if there is none.
  package func device(_ id: DeviceID) throws -> Device? { try stored(id.rawValue)?.thing }

  /// Returns the device whose invitation code has this digest; `nil` if there is none.
  package func device(codeDigest: String) throws -> Device? {
    let found: [Device] = try all(
      "SELECT \(Device.table.columns) FROM devices WHERE codeDigest = ?", [.text(codeDigest)])
    return found.first
  }

  /// Returns all devices with a valid token, and the revoked devices whose token may still report.
  package func devicesWithToken() throws -> [Device] {
    try all(
      "SELECT \(Device.table.columns) FROM devices WHERE tokenDigest IS NOT NULL OR formerTokenDigest IS NOT NULL")
  }

  /// Returns devices in the order in which they were invited.
  ///
  /// - Parameters:
  ///   - worker: The worker whose devices are returned; `nil` for all.
  ///   - usableAt: A time at which the devices must be usable: not revoked, and either enrolled or with an invitation
  ///     that has not expired; `nil` for all devices.
  ///   - limit: The maximum number of devices.
  ///   - after: The last device of the previous page; `nil` for the first page.
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

  /// Returns a device together with its worker, who is returned as at a point of the feed, the numbered list of all
  /// changes.
  ///
  /// - Parameter feed: The number of the last change that counts; by default all changes count.
  package func placed(_ device: Device, asOf feed: Int64 = .max) throws -> PlacedDevice {
    PlacedDevice(device: device, worker: try worker(device.worker, asOf: feed))
  }

  /// Returns the stored time at which each device last contacted the server.
  package func deviceContacts() throws -> [DeviceID: Instant] {
    let contacts = try db.all("SELECT device, at FROM deviceContacts") {
      (DeviceID(rawValue: $0.text(0)), $0.instant(1))
    }
    return Dictionary(contacts) { first, _ in first }
  }
}

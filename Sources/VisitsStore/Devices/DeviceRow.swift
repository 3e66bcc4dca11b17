import GRDB
import VisitsModel

/// A device with where it is stored.
struct StoredDevice {
  var row: Int64
  /// The last entry in the audit.
  var change: Int64
  var device: Device
}

/// How a device is read and written.
enum DeviceRow {
  private static let written = [
    "change", "id", "worker", "name", "invitedAt", "expiresAt", "enrolledAt", "revokedAt", "revokedReason",
    "codeDigest", "tokenDigest", "version", "updatedAt",
  ]
  private static let names = written.joined(separator: ", ")
  private static let marks = written.map { _ in "?" }.joined(separator: ", ")

  static let columns = "row, " + names

  static func stored(_ row: Columns) throws -> StoredDevice {
    StoredDevice(
      row: row.integer(0), change: row.integer(1),
      device: Device(
        id: DeviceID(rawValue: row.text(2)), worker: try row.workerID(3), name: row.textIfAny(4),
        invitedAt: row.instant(5), expiresAt: row.instant(6), enrolledAt: row.instantIfAny(7),
        revoked: row.instantIfAny(8).map { Device.Revocation(at: $0, reason: row.text(9)) },
        codeDigest: row.textIfAny(10), tokenDigest: row.textIfAny(11), version: row.int(12), updatedAt: row.instant(13)
      ))
  }

  static func insert(_ device: Device, change: Int64, _ db: Database) throws {
    try db.run("INSERT INTO devices (\(names)) VALUES (\(marks))", values(device, change: change))
  }

  static func update(_ row: Int64, to device: Device, change: Int64, _ db: Database) throws {
    try db.run(
      "UPDATE devices SET (\(names)) = (\(marks)) WHERE row = ?", values(device, change: change) + [.integer(row)])
  }

  private static func values(_ device: Device, change: Int64) -> [Bound] {
    [
      Bound(change), Bound(device.id.rawValue), Bound(device.worker.rawValue), Bound(device.name),
      Bound(device.invitedAt), Bound(device.expiresAt), Bound(device.enrolledAt), Bound(device.revoked?.at),
      Bound(device.revoked?.reason), Bound(device.codeDigest), Bound(device.tokenDigest), Bound(device.version),
      Bound(device.updatedAt),
    ]
  }
}

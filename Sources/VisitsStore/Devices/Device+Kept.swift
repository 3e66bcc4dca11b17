import VisitsModel

/// The table of devices, and the conversion of a device to and from a row.
extension Device: Kept {
  static let topic = Refusal.Thing.device
  static let table = Table(
    of: topic,
    [
      "id", "worker", "name", "invitedAt", "expiresAt", "enrolledAt", "revokedAt", "revokedReason", "codeDigest",
      "tokenDigest", "formerTokenDigest", "version", "updatedAt",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .device(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: DeviceID(rawValue: row.text(2)), worker: try row.workerID(3), name: row.textIfAny(4),
      invitedAt: row.instant(5), expiresAt: row.instant(6), enrolledAt: row.instantIfAny(7),
      revoked: row.instantIfAny(8).map { Device.Revocation(at: $0, reason: row.text(9)) },
      codeDigest: row.textIfAny(10), tokenDigest: row.textIfAny(11), formerTokenDigest: row.textIfAny(12),
      version: row.int(13), updatedAt: row.instant(14))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(worker.rawValue), Bound(name),
      Bound(invitedAt), Bound(expiresAt), Bound(enrolledAt), Bound(revoked?.at),
      Bound(revoked?.reason), Bound(codeDigest), Bound(tokenDigest), Bound(formerTokenDigest),
      Bound(version), Bound(updatedAt),
    ]
  }
}

import VisitsModel

/// Converts a device to and from the snapshot that the audit stores after each change. The snapshot contains neither
/// the device's secrets nor their digests, because an audit entry is never deleted and would outlive them.
extension Device {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("worker", worker.rawValue)
    writer.write("name", name)
    writer.write("invitedAt", invitedAt)
    writer.write("expiresAt", expiresAt)
    writer.write("enrolledAt", enrolledAt)
    if let revoked {
      writer.open("revoked")
      writer.write("at", revoked.at)
      writer.write("reason", revoked.reason)
      writer.close()
    }
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws(StoreFault) {
    var revoked: Revocation?
    if let taken = try fields.object("revoked") {
      revoked = Revocation(
        at: try taken.needed("at", taken.instant("at")), reason: try taken.needed("reason", taken.text("reason")))
    }
    self.init(
      id: try fields.named("id"), worker: try fields.named("worker"), name: try fields.text("name"),
      invitedAt: try fields.needed("invitedAt", fields.instant("invitedAt")),
      expiresAt: try fields.needed("expiresAt", fields.instant("expiresAt")),
      enrolledAt: try fields.instant("enrolledAt"), revoked: revoked,
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

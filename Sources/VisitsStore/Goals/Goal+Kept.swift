import VisitsModel

/// The table of goals, and the conversion of a goal to and from a row.
extension Goal: Kept {
  static let topic = Refusal.Thing.goal
  static let table = Table(
    of: topic, ["id", "client", "title", "status", "setAt", "statusAt", "version", "updatedAt"])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .goal(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: GoalID(rawValue: row.text(2)), client: try row.clientID(3), title: row.text(4),
      status: try row.named(5, "status"), setAt: row.instant(6), statusAt: row.instant(7), version: row.int(8),
      updatedAt: row.instant(9))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(client.rawValue), Bound(title), Bound(status.rawValue), Bound(setAt), Bound(statusAt),
      Bound(version), Bound(updatedAt),
    ]
  }
}

/// Converts a goal to and from the snapshot that the audit stores after each change.
extension Goal {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("client", client.rawValue)
    writer.write("title", title)
    writer.write("status", status.rawValue)
    writer.write("setAt", setAt)
    writer.write("statusAt", statusAt)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws {
    self.init(
      id: try fields.named("id"), client: try fields.named("client"),
      title: try fields.needed("title", fields.text("title")), status: try fields.named("status"),
      setAt: try fields.needed("setAt", fields.instant("setAt")),
      statusAt: try fields.needed("statusAt", fields.instant("statusAt")),
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

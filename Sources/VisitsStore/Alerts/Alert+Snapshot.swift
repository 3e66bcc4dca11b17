import VisitsModel

/// Converts an alert to and from the snapshot that the audit stores after each change.
extension Alert {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("kind", kind.rawValue)
    writer.write("visit", visit.rawValue)
    writer.write("worker", worker?.rawValue)
    writer.write("client", client.rawValue)
    writer.write("since", since)
    writer.write("raisedAt", raisedAt)
    if let acknowledged {
      writer.open("acknowledged")
      writer.write("at", acknowledged.at)
      writer.write("by", acknowledged.by)
      writer.write("note", acknowledged.note)
      writer.close()
    }
    writer.write("resolvedAt", resolvedAt)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws {
    self.init(
      id: try fields.named("id"), kind: try fields.named("kind"), visit: try fields.named("visit"),
      worker: try fields.text("worker").flatMap(WorkerID.init(rawValue:)), client: try fields.named("client"),
      since: try fields.needed("since", fields.instant("since")),
      raisedAt: try fields.needed("raisedAt", fields.instant("raisedAt")),
      acknowledged: try fields.object("acknowledged").map { acknowledged in
        Acknowledgement(
          at: try acknowledged.needed("at", acknowledged.instant("at")),
          by: try acknowledged.needed("by", acknowledged.text("by")), note: try acknowledged.text("note"))
      },
      resolvedAt: try fields.instant("resolvedAt"),
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

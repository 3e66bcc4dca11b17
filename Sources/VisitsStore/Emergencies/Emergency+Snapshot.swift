import VisitsModel

/// Converts an emergency to and from the snapshot that the audit stores after each change.
extension Emergency {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("worker", worker.rawValue)
    writer.write("visit", visit?.rawValue)
    writer.write("note", note)
    writer.write("position", position)
    writer.write("at", at)
    writer.write("receivedAt", receivedAt)
    writer.write("clockSuspect", isClockSuspect)
    writer.write("raisedBy", raisedBy)
    writer.write("raises", raises)
    writer.write("lastRaisedAt", lastRaisedAt)
    writer.write("acknowledged", acknowledged)
    writer.write("resolved", resolved)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws {
    self.init(
      id: try fields.named("id"), worker: try fields.named("worker"),
      visit: try fields.text("visit").map(VisitID.init(rawValue:)), note: try fields.text("note"),
      position: try fields.position("position"), at: try fields.needed("at", fields.instant("at")),
      receivedAt: try fields.needed("receivedAt", fields.instant("receivedAt")),
      isClockSuspect: fields.truth("clockSuspect"), raisedBy: try fields.needed("raisedBy", fields.text("raisedBy")),
      raises: try fields.needed("raises", fields.count("raises")),
      lastRaisedAt: try fields.instant("lastRaisedAt"), acknowledged: try fields.handling("acknowledged"),
      resolved: try fields.handling("resolved"),
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

extension SnapshotWriter {
  fileprivate mutating func write(_ name: StaticString, _ handling: Emergency.Handling?) {
    guard let handling else { return }
    open(name)
    write("at", handling.at)
    write("by", handling.by)
    write("note", handling.note)
    close()
  }
}

extension SnapshotFields {
  fileprivate func handling(_ name: String) throws(StoreFault) -> Emergency.Handling? {
    guard let handling = try object(name) else { return nil }
    return Emergency.Handling(
      at: try handling.needed("at", handling.instant("at")), by: try handling.needed("by", handling.text("by")),
      note: try handling.text("note"))
  }
}

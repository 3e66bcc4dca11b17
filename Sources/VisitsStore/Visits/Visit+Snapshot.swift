import VisitsModel

/// A visit as the audit keeps it.
extension Visit {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("worker", worker?.rawValue)
    writer.write("client", client.rawValue)
    writer.write("start", start)
    writer.write("end", end)
    writer.write("address", address)
    writer.write("service", service)
    writer.write("note", note)
    writer.write("status", status.rawValue)
    writer.write("checkIn", life.checkIn)
    writer.write("checkOut", life.checkOut)
    writer.write("reason", life.reason)
    writer.write("missedBy", life.missedBy?.rawValue)
    writer.write("series", series)
    if !attendances.isEmpty { writer.write(attendances) }
    writer.write("withdrawn", isWithdrawn)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws(StoreFault) {
    var worker: WorkerID?
    if try fields.text("worker") != nil { worker = try fields.named("worker") }
    self.init(
      id: try fields.named("id"), worker: worker, client: try fields.named("client"),
      start: try fields.needed("start", fields.instant("start")), end: try fields.needed("end", fields.instant("end")),
      address: try fields.text("address"), service: try fields.text("service"), note: try fields.text("note"),
      life: try Life(fields), series: try fields.text("series"), attendances: try fields.attendances(),
      isWithdrawn: fields.truth("withdrawn"),
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

extension Life {
  fileprivate init(_ fields: SnapshotFields) throws(StoreFault) {
    switch try fields.named("status") as Status {
    case .scheduled: self = .scheduled
    case .inProgress: self = .inProgress(checkIn: try fields.check("checkIn"))
    case .completed: self = .completed(checkIn: try fields.check("checkIn"), checkOut: try fields.check("checkOut"))
    case .cancelled:
      self = .cancelled(
        reason: try fields.needed("reason", fields.text("reason")), checkIn: try fields.check("checkIn"))
    case .missed:
      self = .missed(by: try fields.named("missedBy"), reason: try fields.needed("reason", fields.text("reason")))
    }
  }
}

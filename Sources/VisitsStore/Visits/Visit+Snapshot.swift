import VisitsModel

/// Writes and reads the audit snapshot of a visit.
extension Visit {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("worker", worker?.rawValue)
    writer.write("client", client.rawValue)
    writer.write("start", start)
    writer.write("end", end)
    writer.write("address", address)
    if !addressParts.isEmpty {
      writer.open("addressParts")
      addressParts.write(to: &writer)
      writer.close()
    }
    writer.write("atHome", isAtHome)
    writer.write("virtual", virtual.map { $0.link ?? "" })
    writer.write("service", service)
    writer.write("serviceCode", serviceCode?.text)
    writer.write("purpose", purpose)
    writer.write("instruction", instruction)
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
      address: try fields.text("address"),
      addressParts: try fields.object("addressParts").map { (parts) throws(StoreFault) in
        try PostalAddress(snapshot: parts)
      } ?? PostalAddress(),
      isAtHome: fields.truth("atHome"),
      virtual: try fields.text("virtual").map { VirtualPlace(link: $0.isEmpty ? nil : $0) },
      service: try fields.text("service"),
      serviceCode: try fields.text("serviceCode").flatMap(ServiceCode.init), purpose: try fields.text("purpose"),
      instruction: try fields.text("instruction"), note: try fields.text("note"),
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

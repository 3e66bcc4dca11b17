import VisitsModel

/// Writes and reads the audit snapshot of a series.
extension Series {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("client", client.rawValue)
    writer.write("worker", worker?.rawValue)
    writer.write("rule", recurrence.rule.text)
    writer.write("firstDay", recurrence.start.day.daysSince1970)
    writer.write("secondOfDay", recurrence.start.secondOfDay)
    writer.write("zone", zone.identifier)
    writer.write("minutes", minutes)
    writer.write("address", address)
    writer.write("service", service)
    writer.write("serviceCode", serviceCode?.text)
    writer.write("note", note)
    writer.write("endDay", ending.map { Int64($0.day.daysSince1970) })
    writer.write("endReason", ending?.reason)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields, zones: ZoneCache) throws {
    func number(_ name: String) throws -> Int { try fields.needed(name, fields.count(name)) }
    let start = LocalTime(
      day: try fields.needed("firstDay", fields.day("firstDay")),
      second: try fields.needed("secondOfDay", fields.secondOfDay("secondOfDay")))
    let rule = try Series.rule(try fields.needed("rule", fields.text("rule")))
    let end = try fields.day("endDay")
    let reason = try fields.text("endReason")
    var worker: WorkerID?
    if try fields.text("worker") != nil { worker = try fields.named("worker") }
    self.init(
      id: try fields.named("id"), client: try fields.named("client"), worker: worker,
      recurrence: Recurrence(from: start, by: rule),
      zone: try fields.needed("zone", zones.zone(fields.text("zone"))), minutes: try number("minutes"),
      address: try fields.text("address"), service: try fields.text("service"),
      serviceCode: try fields.text("serviceCode").flatMap(ServiceCode.init), note: try fields.text("note"),
      ending: end.map { Ending(day: $0, reason: reason) }, version: try number("version"),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

import JSON
import VisitsModel

/// The table of absences, and the conversion of an absence to and from a row.
extension Absence: Kept {
  static let topic = Refusal.Thing.absence
  static let table = Table(
    of: topic,
    [
      "id", "worker", "startsAt", "endsAt", "zone", "reason", "note", "freed", "takenBackAt", "version", "updatedAt",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .absence(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    guard let zone = try zones.zone(row.text(6)) else { throw StoreFault.unreadable("zone") }
    self.init(
      id: AbsenceID(rawValue: row.text(2)), worker: try row.workerID(3), from: row.instant(4), to: row.instant(5),
      zone: zone, reason: row.text(7), note: row.textIfAny(8),
      freed: try row.textIfAny(9).map { try FreedText.read($0) } ?? [], takenBackAt: row.instantIfAny(10),
      version: row.int(11), updatedAt: row.instant(12))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(worker.rawValue), Bound(from), Bound(to), Bound(zone.identifier), Bound(reason),
      Bound(note), Bound(FreedText.write(freed)), Bound(takenBackAt), Bound(version), Bound(updatedAt),
    ]
  }
}

/// Converts an absence to and from the snapshot that the audit stores after each change.
extension Absence {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("worker", worker.rawValue)
    writer.write("from", from)
    writer.write("to", to)
    writer.write("zone", zone.identifier)
    writer.write("reason", reason)
    writer.write("note", note)
    if !freed.isEmpty {
      writer.write("freed", freed) { writer, visit in writer.write("visit", visit.rawValue) }
    }
    writer.write("takenBackAt", takenBackAt)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields, zones: ZoneCache) throws {
    self.init(
      id: try fields.named("id"), worker: try fields.named("worker"),
      from: try fields.needed("from", fields.instant("from")), to: try fields.needed("to", fields.instant("to")),
      zone: try fields.needed("zone", zones.zone(fields.text("zone"))),
      reason: try fields.needed("reason", fields.text("reason")), note: try fields.text("note"),
      freed: try fields.objects("freed").map { try $0.named("visit") }, takenBackAt: try fields.instant("takenBackAt"),
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

/// Stores the ids of freed visits as JSON in one column. A separate table is not worthwhile, because no search uses
/// them.
private enum FreedText {
  /// Returns the text for the column; `nil` if no visit was freed.
  static func write(_ visits: [VisitID]) -> String? {
    visits.isEmpty ? nil : SnapshotWriter.list(visits.map(\.rawValue))
  }

  static func read(_ text: String) throws(StoreFault) -> [VisitID] {
    guard let ids = (try? JSONScanner.parse(text.utf8))?.array?.map(\.string), !ids.contains(nil) else {
      throw .unreadable("freed")
    }
    return ids.compactMap { $0.map(VisitID.init(rawValue:)) }
  }
}

import VisitsModel

/// The row of a worker in its table.
extension Worker: Kept {
  static let topic = Refusal.Thing.worker
  static let table = Table(
    of: topic,
    [
      "id", "key", "name", "zone", "phone", "locale", "isActive", "version", "updatedAt",
    ] + NameParts.columns + ["identifiers", "later"], derived: ["foldedName", "laterFrom"])

  var auditID: String { key.rawValue }
  var audited: AuditEntry.Snapshot { .worker(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: try row.workerID(2), key: PersonKey(rawValue: row.text(3)), name: row.text(4),
      nameParts: NameParts(row, from: 11),
      zone: try zones.zone(row.textIfAny(5)), phone: row.textIfAny(6), locale: row.textIfAny(7),
      identifiers: KeyedIDs(column: row.textIfAny(15)),
      isActive: row.truth(8), later: try LaterText.read(row.textIfAny(16)).later, version: row.int(9),
      updatedAt: row.instant(10))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(key.rawValue),
      Bound(name), Bound(zone?.identifier),
      Bound(phone), Bound(locale), Bound(isActive), Bound(version),
      Bound(updatedAt),
    ] + nameParts.values + [
      Bound(identifiers.column), Bound(LaterText.write(later)), .text(FoldedText.fold(name)), Bound(later.first?.from),
    ]
  }
}

import VisitsModel

/// The table of clients, and the conversion of a client to and from a row.
extension Client: Kept {
  static let topic = Refusal.Thing.client
  static let table = Table(
    of: topic,
    [
      "id", "key", "name", "address", "zone", "birthDate", "latitude", "longitude", "accuracy", "phone",
      "accessNote", "emergencyContact", "photo", "isTimeCritical", "isActive", "isDeceased", "version", "updatedAt",
    ] + NameParts.columns + PostalAddress.columns + ["memberIDs", "later"],
    derived: ["foldedName", "laterFrom"])

  var auditID: String { key.rawValue }
  var audited: AuditEntry.Snapshot { .client(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    let (later, earlier) = try LaterText.read(row.textIfAny(31))
    self.init(
      id: try row.clientID(2), key: PersonKey(rawValue: row.text(3)), name: row.text(4),
      nameParts: NameParts(row, from: 20), address: row.textIfAny(5), addressParts: PostalAddress(row, from: 24),
      zone: try zones.zone(row.textIfAny(6)),
      birthDate: row.dayIfAny(7), location: try row.position(8),
      phone: row.textIfAny(11), accessNote: row.textIfAny(12), emergencyContact: row.textIfAny(13),
      photo: row.textIfAny(14), memberIDs: KeyedIDs(column: row.textIfAny(30)), isTimeCritical: row.truth(15),
      isActive: row.truth(16), isDeceased: row.truth(17), later: later, earlierHomes: earlier,
      version: row.int(18), updatedAt: row.instant(19))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(key.rawValue),
      Bound(name), Bound(address), Bound(zone?.identifier),
      Bound((birthDate?.daysSince1970).map(Int64.init)), Bound(location?.latitude),
      Bound(location?.longitude), Bound(location?.accuracy), Bound(phone),
      Bound(accessNote), Bound(emergencyContact), Bound(photo),
      Bound(isTimeCritical), Bound(isActive), Bound(isDeceased), Bound(version),
      Bound(updatedAt),
    ] + nameParts.values + addressParts.values + [
      Bound(memberIDs.column), Bound(LaterText.write(later, earlierHomes)), .text(FoldedText.fold(name)),
      Bound(later.first?.from),
    ]
  }
}

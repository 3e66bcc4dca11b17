import VisitsModel

/// Writes and reads the audit snapshot of a worker.
extension Worker {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("key", key.rawValue)
    writer.write("name", name)
    nameParts.write(to: &writer)
    writer.write("timeZone", zone?.identifier)
    writer.write("phone", phone)
    writer.write("locale", locale)
    writer.write("identifiers", identifiers.column)
    writer.write("active", isActive)
    writer.write(later)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields, zones: ZoneCache) throws {
    self.init(
      id: try fields.named("id"), key: try fields.named("key"), name: try fields.needed("name", fields.text("name")),
      nameParts: try NameParts(snapshot: fields), zone: try zones.zone(fields.text("timeZone")),
      phone: try fields.text("phone"),
      locale: try fields.text("locale"), identifiers: KeyedIDs(column: try fields.text("identifiers")),
      isActive: fields.truth("active"), later: try fields.later(),
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

import VisitsModel

/// Converts a client to and from the snapshot that the audit stores after each change.
extension Client {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("key", key.rawValue)
    writer.write("name", name)
    nameParts.write(to: &writer)
    writer.write("address", address)
    addressParts.write(to: &writer)
    writer.write("timeZone", zone?.identifier)
    writer.write("birthDate", birthDate?.text)
    writer.write("location", location)
    writer.write("phone", phone)
    writer.write("accessNote", accessNote)
    writer.write("emergencyContact", emergencyContact)
    writer.write("photo", photo)
    writer.write("memberIds", memberIDs.column)
    writer.write("timeCritical", isTimeCritical)
    writer.write("active", isActive)
    writer.write("deceased", isDeceased)
    writer.write(later, earlierHomes)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields, zones: ZoneCache) throws {
    let birthDate = try fields.text("birthDate")
    self.init(
      id: try fields.named("id"), key: try fields.named("key"), name: try fields.needed("name", fields.text("name")),
      nameParts: try NameParts(snapshot: fields), address: try fields.text("address"),
      addressParts: try PostalAddress(snapshot: fields), zone: try zones.zone(fields.text("timeZone")),
      birthDate: try birthDate.map { try fields.needed("birthDate", CareDay($0)) },
      location: try fields.position("location"), phone: try fields.text("phone"),
      accessNote: try fields.text("accessNote"), emergencyContact: try fields.text("emergencyContact"),
      photo: try fields.text("photo"), memberIDs: KeyedIDs(column: try fields.text("memberIds")),
      isTimeCritical: fields.truth("timeCritical"), isActive: fields.truth("active"),
      isDeceased: fields.truth("deceased"), later: try fields.later(), earlierHomes: try fields.earlierHomes(),
      version: try fields.needed("version", fields.count("version")),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

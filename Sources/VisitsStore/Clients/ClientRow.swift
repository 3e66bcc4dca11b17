import GRDB
import VisitsModel

/// A client with where they are stored.
struct StoredClient {
  var row: Int64
  /// The last entry in the audit.
  var change: Int64
  var client: Client
}

/// How a client is read and written.
enum ClientRow {
  static let columns = """
    row, change, id, key, name, address, zone, birthDate, latitude, longitude, accuracy, phone, accessNote, \
    emergencyContact, photo, isTimeCritical, isActive, version, updatedAt
    """

  static func stored(_ row: Columns, _ zones: ZoneCache) throws -> StoredClient {
    StoredClient(
      row: row.integer(0), change: row.integer(1),
      client: Client(
        id: try row.clientID(2), key: PersonKey(rawValue: row.text(3)), name: row.text(4), address: row.textIfAny(5),
        zone: try zones.zone(row.textIfAny(6)),
        birthDate: row.integerIfAny(7).map { CareDay(daysSince1970: Int($0)) }, location: try row.position(8),
        phone: row.textIfAny(11), accessNote: row.textIfAny(12), emergencyContact: row.textIfAny(13),
        photo: row.textIfAny(14), isTimeCritical: row.truth(15), isActive: row.truth(16), version: row.int(17),
        updatedAt: row.instant(18)))
  }

  static func insert(_ client: Client, change: Int64, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO clients (change, id, key, name, address, zone, birthDate, latitude, longitude, accuracy, phone,
        accessNote, emergencyContact, photo, isTimeCritical, isActive, version, updatedAt, foldedName)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, values(client, change: change))
  }

  static func update(_ before: StoredClient, to client: Client, change: Int64, _ db: Database) throws {
    try db.run(
      """
      UPDATE clients SET (change, id, key, name, address, zone, birthDate, latitude, longitude, accuracy, phone,
        accessNote, emergencyContact, photo, isTimeCritical, isActive, version, updatedAt, foldedName)
      = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE row = ?
      """, values(client, change: change) + [.integer(before.row)])
  }

  private static func values(_ client: Client, change: Int64) -> [Bound] {
    [
      Bound(change), Bound(client.id.rawValue), Bound(client.key.rawValue),
      Bound(client.name), Bound(client.address), Bound(client.zone?.identifier),
      Bound((client.birthDate?.daysSince1970).map(Int64.init)), Bound(client.location?.latitude),
      Bound(client.location?.longitude), Bound(client.location?.accuracy), Bound(client.phone),
      Bound(client.accessNote), Bound(client.emergencyContact), Bound(client.photo),
      Bound(client.isTimeCritical), Bound(client.isActive), Bound(client.version),
      Bound(client.updatedAt), .text(FoldedText.fold(client.name)),
    ]
  }
}

package import VisitsModel

extension StoreReader {
  static let appointmentsAt = "SELECT id, version, thing, part, fields, body FROM agreed WHERE place = ? ORDER BY row"

  static let plannedAppointments = """
    SELECT agreed.id, agreed.version, thing, part, fields, body
    FROM visits INDEXED BY visitsByClient
    CROSS JOIN agreed ON topic = 'visit' AND thing = visits.id AND type = 'Appointment'
    WHERE client = ? AND status = 'scheduled' AND isWithdrawn = 0 ORDER BY startsAt
    """

  /// Returns the Appointments that refer to a Location, in the state on which both sides last agreed. An Appointment
  /// with several workers appears once for each worker's visit.
  package func appointments(at location: RecordAddress) throws -> [AgreedRecord] {
    try db.all(Self.appointmentsAt, [.text("\(location.type)/\(location.id)")], Self.appointment)
  }

  /// Returns the Appointments of a client's scheduled visits, in the state on which both sides last agreed.
  package func plannedAppointments(of client: ClientID) throws -> [AgreedRecord] {
    try db.all(Self.plannedAppointments, [.text(client.rawValue)], Self.appointment)
  }

  private static func appointment(_ row: Columns) -> AgreedRecord {
    AgreedRecord(
      RecordAddress(type: "Appointment", id: row.text(0)), version: row.textIfAny(1),
      thing: SyncThing(.visit, row.text(2)), part: row.int(3), fields: row.text(4), body: row.text(5))
  }
}

import GRDB
import VisitsModel

/// Writes the row of a visit, with separate SQL statements for two groups of columns. The columns of the status, the
/// check-in and the check-out change often, and only small partial indexes use them. The planned columns, such as the
/// worker and the start, change rarely, and many indexes use them.
extension VisitRow {
  private static let lifeColumns = """
    status, reason, missedBy, note, isWithdrawn, version, updatedAt, change, \
    checkInAt, checkInReceivedAt, checkInLatitude, checkInLongitude, checkInAccuracy, checkInDistance, \
    checkInMethod, checkInIsClockSuspect, checkInFirstAt, checkInCorrection, \
    checkOutAt, checkOutReceivedAt, checkOutLatitude, checkOutLongitude, checkOutAccuracy, checkOutDistance, \
    checkOutMethod, checkOutIsClockSuspect, checkOutFirstAt, checkOutCorrection, attendances, \
    checkInDevice, checkOutDevice
    """
  private static let planColumns = """
    worker, client, startsAt, endsAt, address, service, series, purpose, instruction, virtualLink, addressParts, \
    isAtHome, serviceCode
    """

  private static let insertion =
    "INSERT INTO visits (\(lifeColumns), \(planColumns), id) VALUES (\(places(45)))"
  private static let lifeUpdate = "UPDATE visits SET (\(lifeColumns)) = (\(places(31))) WHERE row = ?"
  private static let planUpdate = "UPDATE visits SET (\(planColumns)) = (\(places(13))) WHERE row = ?"

  private static func places(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

  /// Inserts the row of a new visit and returns its row number.
  ///
  /// - Parameter change: The number of the visit's audit entry.
  static func insert(_ visit: Visit, change: Int64, _ db: Database) throws -> Int64 {
    try db.run(insertion, life(visit, change: change) + plan(visit) + [.text(visit.id.rawValue)])
    return db.lastInsertedRowID
  }

  /// Updates the row of a changed visit. The planned columns are written only if one of their values differs.
  ///
  /// - Parameter change: The number of the visit's new audit entry.
  static func update(_ before: StoredVisit, to visit: Visit, change: Int64, _ db: Database) throws {
    var life = life(visit, change: change)
    life.append(.integer(before.row))
    try db.run(lifeUpdate, life)
    let planned = plan(visit)
    if planned != plan(before.visit) { try db.run(planUpdate, planned + [.integer(before.row)]) }
  }

  private static func life(_ visit: Visit, change: Int64) -> [Bound] {
    var values: [Bound] = []
    values.reserveCapacity(45)
    values.append(.text(visit.status.rawValue))
    values.append(Bound(visit.life.reason))
    values.append(Bound(visit.life.missedBy?.rawValue))
    values.append(Bound(visit.note))
    values.append(Bound(visit.isWithdrawn))
    values.append(Bound(visit.version))
    values.append(Bound(visit.updatedAt))
    values.append(.integer(change))
    append(visit.life.checkIn, to: &values)
    append(visit.life.checkOut, to: &values)
    values.append(Bound(AttendanceText.write(visit.attendances)))
    values.append(Bound(visit.life.checkIn?.device?.rawValue))
    values.append(Bound(visit.life.checkOut?.device?.rawValue))
    return values
  }

  private static func append(_ check: Check?, to values: inout [Bound]) {
    guard let check else {
      for _ in 0..<10 { values.append(.none) }
      return
    }
    values.append(Bound(check.at))
    values.append(Bound(check.receivedAt))
    values.append(Bound(check.position?.latitude))
    values.append(Bound(check.position?.longitude))
    values.append(Bound(check.position?.accuracy))
    values.append(Bound(check.distance))
    values.append(.text(check.method.rawValue))
    values.append(Bound(check.isClockSuspect))
    values.append(Bound(check.correction?.first))
    values.append(Bound(check.correction?.reason))
  }

  private static func plan(_ visit: Visit) -> [Bound] {
    [
      Bound(visit.worker?.rawValue), .text(visit.client.rawValue), Bound(visit.start), Bound(visit.end),
      Bound(visit.address), Bound(visit.service), Bound(visit.series),
      Bound(visit.purpose), Bound(visit.instruction), Bound(visit.virtual.map { $0.link ?? "" }),
      Bound(AddressText.write(visit.addressParts)), Bound(visit.isAtHome),
      Bound(visit.serviceCode?.text),
    ]
  }
}

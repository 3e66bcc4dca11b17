import VisitsModel

/// A visit with its row number and its last audit entry.
struct StoredVisit {
  var row: Int64
  /// The number of the visit's last audit entry.
  var change: Int64
  var visit: Visit
}

/// Reads a visit from the columns of its table row.
enum VisitRow {
  private static let checkIn = checkColumns("checkIn")
  private static let checkOut = checkColumns("checkOut")

  static let columns = """
    row, change, id, worker, client, startsAt, endsAt, address, service, note, status, reason, missedBy, series, \
    isWithdrawn, version, updatedAt, \(checkIn), \(checkOut), attendances, purpose, instruction, virtualLink, addressParts, \
    isAtHome, serviceCode, checkInDevice, checkOutDevice
    """

  private static func checkColumns(_ name: String) -> String {
    [
      "At", "ReceivedAt", "Latitude", "Longitude", "Accuracy", "Distance", "Method", "IsClockSuspect", "FirstAt",
      "Correction",
    ]
    .map { name + $0 }.joined(separator: ", ")
  }

  static func stored(_ row: Columns) throws -> StoredVisit {
    StoredVisit(row: row.integer(0), change: row.integer(1), visit: try visit(row))
  }

  static func visit(_ row: Columns) throws -> Visit {
    Visit(
      id: VisitID(rawValue: row.text(2)), worker: row.isNull(3) ? nil : try row.workerID(3),
      client: try row.clientID(4), start: row.instant(5), end: row.instant(6), address: row.textIfAny(7),
      addressParts: try row.textIfAny(41).map(AddressText.read) ?? PostalAddress(), isAtHome: row.truth(42),
      virtual: virtual(row, 40),
      service: row.textIfAny(8), serviceCode: row.textIfAny(43).flatMap(ServiceCode.init), purpose: row.textIfAny(38),
      instruction: row.textIfAny(39), note: row.textIfAny(9),
      life: try life(row), series: row.textIfAny(13),
      attendances: try row.textIfAny(37).map(AttendanceText.read) ?? [],
      isWithdrawn: row.truth(14), version: row.int(15), updatedAt: row.instant(16))
  }

  static func virtual(_ row: Columns, _ index: Int32) -> VirtualPlace? {
    row.textIfAny(index).map { VirtualPlace(link: $0.isEmpty ? nil : $0) }
  }

  private static func life(_ row: Columns) throws -> Life {
    switch try row.named(10, "status") as Status {
    case .scheduled: return .scheduled
    case .inProgress: return .inProgress(checkIn: try checkIn(row))
    case .completed: return .completed(checkIn: try checkIn(row), checkOut: try check(row, 27, device: 45))
    case .cancelled: return .cancelled(reason: row.text(11), checkIn: try checkIn(row))
    case .missed: return .missed(by: try row.named(12, "missedBy"), reason: row.text(11))
    }
  }

  private static func checkIn(_ row: Columns) throws -> Check? { try check(row, 17, device: 44) }

  private static func check(_ row: Columns, _ first: Int32, device: Int32) throws -> Check? {
    guard let at = row.instantIfAny(first) else { return nil }
    let reason = row.textIfAny(first + 9)
    return Check(
      at: at, receivedAt: row.instant(first + 1), position: try row.position(first + 2),
      distance: row.realIfAny(first + 5).map { min(max($0, 0), Position.farthest) },
      method: try row.named(first + 6, "check's method"), isClockSuspect: row.truth(first + 7),
      correction: reason.map { Check.Correction(first: row.instantIfAny(first + 8), reason: $0) },
      device: row.textIfAny(device).map(DeviceID.init(rawValue:)))
  }
}

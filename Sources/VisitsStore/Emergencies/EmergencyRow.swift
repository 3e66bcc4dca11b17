import GRDB
import VisitsModel

/// An emergency with where it is stored.
struct StoredEmergency {
  var row: Int64
  /// The last entry in the audit.
  var change: Int64
  var emergency: Emergency
}

/// How an emergency is read and written.
enum EmergencyRow {
  private static let written = [
    "change", "id", "worker", "visit", "note", "latitude", "longitude", "accuracy", "at", "receivedAt",
    "isClockSuspect", "raisedBy", "raises", "lastRaisedAt", "acknowledgedAt", "acknowledgedBy", "acknowledgedNote",
    "resolvedAt", "resolvedBy", "resolvedNote", "version", "updatedAt",
  ]
  private static let names = written.joined(separator: ", ")
  private static let marks = written.map { _ in "?" }.joined(separator: ", ")

  static let columns = "row, " + names

  static func stored(_ row: Columns) throws -> StoredEmergency {
    StoredEmergency(
      row: row.integer(0), change: row.integer(1),
      emergency: Emergency(
        id: EmergencyID(rawValue: row.text(2)), worker: try row.workerID(3),
        visit: row.textIfAny(4).map(VisitID.init(rawValue:)), note: row.textIfAny(5), position: try row.position(6),
        at: row.instant(9), receivedAt: row.instant(10), isClockSuspect: row.truth(11), raisedBy: row.text(12),
        raises: row.int(13), lastRaisedAt: row.instant(14), acknowledged: handling(row, 15),
        resolved: handling(row, 18), version: row.int(21), updatedAt: row.instant(22)))
  }

  private static func handling(_ row: Columns, _ first: Int32) -> Emergency.Handling? {
    row.instantIfAny(first).map {
      Emergency.Handling(at: $0, by: row.text(first + 1), note: row.textIfAny(first + 2))
    }
  }

  static func insert(_ emergency: Emergency, change: Int64, _ db: Database) throws {
    try db.run("INSERT INTO emergencies (\(names)) VALUES (\(marks))", values(emergency, change: change))
  }

  static func update(_ row: Int64, to emergency: Emergency, change: Int64, _ db: Database) throws {
    try db.run(
      "UPDATE emergencies SET (\(names)) = (\(marks)) WHERE row = ?",
      values(emergency, change: change) + [.integer(row)])
  }

  private static func values(_ emergency: Emergency, change: Int64) -> [Bound] {
    let position = emergency.position
    return [
      Bound(change), Bound(emergency.id.rawValue), Bound(emergency.worker.rawValue), Bound(emergency.visit?.rawValue),
      Bound(emergency.note), Bound(position?.latitude), Bound(position?.longitude), Bound(position?.accuracy),
      Bound(emergency.at), Bound(emergency.receivedAt), Bound(emergency.isClockSuspect), Bound(emergency.raisedBy),
      Bound(emergency.raises), Bound(emergency.lastRaisedAt),
    ] + values(emergency.acknowledged) + values(emergency.resolved) + [
      Bound(emergency.version), Bound(emergency.updatedAt),
    ]
  }

  private static func values(_ handling: Emergency.Handling?) -> [Bound] {
    [Bound(handling?.at), Bound(handling?.by), Bound(handling?.note)]
  }
}

import GRDB
import VisitsModel

/// A worker with where they are stored.
struct StoredWorker {
  var row: Int64
  /// The last entry in the audit.
  var change: Int64
  var worker: Worker
}

/// How a worker is read and written.
enum WorkerRow {
  static let columns = "row, change, id, key, name, zone, phone, locale, isActive, version, updatedAt"

  static func stored(_ row: Columns, _ zones: ZoneCache) throws -> StoredWorker {
    StoredWorker(
      row: row.integer(0), change: row.integer(1),
      worker: Worker(
        id: try row.workerID(2), key: PersonKey(rawValue: row.text(3)), name: row.text(4),
        zone: try zones.zone(row.textIfAny(5)), phone: row.textIfAny(6), locale: row.textIfAny(7),
        isActive: row.truth(8), version: row.int(9), updatedAt: row.instant(10)))
  }

  static func insert(_ worker: Worker, change: Int64, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO workers (change, id, key, name, foldedName, zone, phone, locale, isActive, version, updatedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, values(worker, change: change))
  }

  static func update(_ before: StoredWorker, to worker: Worker, change: Int64, _ db: Database) throws {
    try db.run(
      """
      UPDATE workers SET (change, id, key, name, foldedName, zone, phone, locale, isActive, version, updatedAt)
      = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE row = ?
      """, values(worker, change: change) + [.integer(before.row)])
  }

  private static func values(_ worker: Worker, change: Int64) -> [Bound] {
    [
      Bound(change), Bound(worker.id.rawValue), Bound(worker.key.rawValue),
      Bound(worker.name), .text(FoldedText.fold(worker.name)), Bound(worker.zone?.identifier),
      Bound(worker.phone), Bound(worker.locale), Bound(worker.isActive), Bound(worker.version),
      Bound(worker.updatedAt),
    ]
  }
}

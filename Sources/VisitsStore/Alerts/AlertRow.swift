import GRDB
import VisitsModel

/// An alert with where it is stored.
struct StoredAlert {
  var row: Int64
  /// The last entry in the audit.
  var change: Int64
  var alert: Alert
}

/// How an alert is read and written.
enum AlertRow {
  private static let written = [
    "change", "id", "kind", "visit", "worker", "client", "since", "raisedAt", "acknowledgedAt", "acknowledgedBy",
    "acknowledgedNote", "resolvedAt", "version", "updatedAt",
  ]
  private static let names = written.joined(separator: ", ")
  private static let marks = written.map { _ in "?" }.joined(separator: ", ")

  static let columns = "row, " + names

  static func stored(_ row: Columns) throws -> StoredAlert {
    StoredAlert(
      row: row.integer(0), change: row.integer(1),
      alert: Alert(
        id: AlertID(rawValue: row.text(2)), kind: try row.named(3, "kind"), visit: VisitID(rawValue: row.text(4)),
        worker: row.isNull(5) ? nil : try row.workerID(5), client: try row.clientID(6), since: row.instant(7),
        raisedAt: row.instant(8),
        acknowledged: row.instantIfAny(9).map {
          Alert.Acknowledgement(at: $0, by: row.text(10), note: row.textIfAny(11))
        },
        resolvedAt: row.instantIfAny(12), version: row.int(13), updatedAt: row.instant(14)))
  }

  static func insert(_ alert: Alert, change: Int64, _ db: Database) throws {
    try db.run("INSERT INTO alerts (\(names)) VALUES (\(marks))", values(alert, change: change))
  }

  static func update(_ row: Int64, to alert: Alert, change: Int64, _ db: Database) throws {
    try db.run(
      "UPDATE alerts SET (\(names)) = (\(marks)) WHERE row = ?", values(alert, change: change) + [.integer(row)])
  }

  private static func values(_ alert: Alert, change: Int64) -> [Bound] {
    [
      Bound(change), Bound(alert.id.rawValue), Bound(alert.kind.rawValue), Bound(alert.visit.rawValue),
      Bound(alert.worker?.rawValue), Bound(alert.client.rawValue), Bound(alert.since), Bound(alert.raisedAt),
      Bound(alert.acknowledged?.at), Bound(alert.acknowledged?.by), Bound(alert.acknowledged?.note),
      Bound(alert.resolvedAt), Bound(alert.version), Bound(alert.updatedAt),
    ]
  }
}

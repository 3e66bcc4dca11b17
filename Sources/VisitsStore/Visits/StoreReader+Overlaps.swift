import VisitsModel

/// Queries for visits of one worker that overlap each other.
///
/// Upstream can give one worker any number of visits at one time, so a query about a visit must not read all of them.
/// It reads at most ``nearest`` visits of the worker that start before the visit, the latest first, and at most
/// ``nearest`` visits that start during it. So it can miss an overlap only if ``nearest`` or more other visits of the
/// worker start in between, which no real caregiver's day has.
extension StoreReader {
  /// The maximum number of visits that a query reads before a visit, and again during the visit.
  static let nearest = 32

  /// The id and the planned start of a visit that overlaps another visit of the same worker.
  struct Neighbour {
    let id: VisitID
    let start: Instant
  }

  /// Returns the visits that overlap a visit and have the same worker, ordered by start. The result is limited as
  /// described at ``nearest``.
  func neighbours(of visit: WatchedVisit) throws -> [Neighbour] {
    guard let worker = visit.worker else { return [] }
    let values: [Bound] = [
      .text(visit.id.rawValue), .text(worker.rawValue), Bound(visit.start), Bound(visit.end), .integer(Visit.longest),
    ]
    return try db.all(Self.neighbours, values) { row in
      Neighbour(id: VisitID(rawValue: row.text(0)), start: row.instant(1))
    }
  }

  /// Returns those of the given visits that have not ended and overlap another visit of their worker, in the given
  /// order.
  func crowded(_ visits: [VisitID], now: Instant) throws -> [VisitID] {
    let ids = SnapshotWriter.list(visits.map(\.rawValue))
    return try db.all(Self.crowded, [.text(ids), .integer(Visit.longest), Bound(now)]) {
      VisitID(rawValue: $0.text(0))
    }
  }

  static let neighbours = """
    SELECT id, startsAt FROM (\(near(id: "?1", worker: "?2", start: "?3", end: "?4", longest: "?5")))
    ORDER BY startsAt, id
    """

  static let crowded = """
    SELECT visits.id FROM json_each(?1) AS asked CROSS JOIN visits ON visits.id = asked.value
    WHERE \(isInTheWay) AND endsAt > ?3 AND EXISTS (
      \(near(id: "visits.id", worker: "visits.worker", start: "visits.startsAt", end: "visits.endsAt", longest: "?2")))
    ORDER BY asked.key
    """

  private static let isInTheWay = "status IN ('scheduled', 'inProgress', 'completed') AND isWithdrawn = 0"

  /// Returns the SQL that selects the visits of a worker that overlap a period. The SQL limits the rows before it
  /// checks their status, so that it never reads more rows, even if most of them are cancelled.
  private static func near(id: String, worker: String, start: String, end: String, longest: String) -> String {
    let columns = "id, startsAt, endsAt, status, isWithdrawn"
    let visits = "FROM visits AS other INDEXED BY visitsByWorker WHERE other.worker = \(worker)"
    return """
      SELECT id, startsAt FROM (
        SELECT * FROM (
          SELECT \(columns) \(visits) AND other.startsAt > \(start) - \(longest) AND other.startsAt < \(start)
          ORDER BY other.startsAt DESC LIMIT \(nearest))
        UNION ALL SELECT * FROM (
          SELECT \(columns) \(visits) AND other.startsAt >= \(start) AND other.startsAt < \(end)
          ORDER BY other.startsAt LIMIT \(nearest))
      ) WHERE endsAt > \(start) AND id <> \(id) AND \(isInTheWay)
      """
  }
}

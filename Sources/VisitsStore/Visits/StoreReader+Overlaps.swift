import VisitsModel

/// Queries for overlaps, at a limited cost. Upstream can give one worker any number of visits at one time, and a query
/// about one of these visits must not read all the others.
///
/// A query reads the ``nearest`` visits of the worker that start before the visit, and the ``nearest`` that start
/// during it. An overlap with an earlier visit is missed only if ``nearest`` or more other visits of that worker start
/// in between, which no caregiver's day has.
extension StoreReader {
  /// The maximum number of visits that a query reads in each direction.
  static let nearest = 32

  /// A visit that overlaps another visit of the same worker.
  struct Neighbour {
    let id: VisitID
    let start: Instant
  }

  /// Returns the nearest visits of the same worker that overlap a visit, in order of start.
  func neighbours(of visit: WatchedVisit) throws -> [Neighbour] {
    guard let worker = visit.worker else { return [] }
    let values: [Bound] = [
      .text(visit.id.rawValue), .text(worker.rawValue), Bound(visit.start), Bound(visit.end), .integer(Visit.longest),
    ]
    return try db.all(Self.neighbours, values) { row in
      Neighbour(id: VisitID(rawValue: row.text(0)), start: row.instant(1))
    }
  }

  /// Returns the visits that are not over and overlap another visit of their worker, in the given order.
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

  /// The limit applies before the status filter, so that the cost is limited even if many rows do not count.
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

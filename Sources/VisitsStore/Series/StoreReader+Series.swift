package import VisitsModel

extension StoreReader {
  /// Returns the series with an id; `nil` if there is none.
  package func series(_ id: SeriesID) throws -> Series? { try stored(id.rawValue)?.thing }

  /// Returns a list of series, ordered by first day. The series with the latest first day comes first.
  ///
  /// - Parameters:
  ///   - client: Only series of this client.
  ///   - worker: Only series of this worker.
  ///   - match: Only series that match a typed text: the beginning or the end of the id, at least 4 characters, or a
  ///     part of the client's name.
  ///   - isOver: `true` for ended series only, `false` for series that have not ended; `nil` for both.
  ///   - today: The current day. A series has not ended while it still creates visits, or has an unfinished visit on
  ///     this day or later.
  ///   - limit: The maximum number of series.
  package func series(
    client: ClientID? = nil, worker: WorkerID? = nil, match: String? = nil, isOver: Bool? = nil, today: CareDay,
    limit: Int
  ) throws -> [Series] {
    var conditions = ["TRUE"]
    var values: [Bound] = []
    func require(_ condition: String, _ value: Bound) {
      conditions.append(condition)
      values.append(value)
    }
    if let client { require("client = ?", .text(client.rawValue)) }
    if let worker { require("worker = ?", .text(worker.rawValue)) }
    if let match {
      guard let person = PersonMatch(match)?.condition(index: "clientNames") else { return [] }
      let clients = "client IN (SELECT id FROM clients WHERE \(person.sql))"
      let id = match.lowercased()
      let length = Bound(id.utf8.count)
      let isLong = id.utf8.count >= 4
      conditions.append(isLong ? "(substr(id, 1, ?) = ? OR substr(id, -?) = ? OR \(clients))" : clients)
      values += (isLong ? [length, .text(id), length, .text(id)] : []) + person.values
    }
    if let isOver {
      // Visits that were created before the end of a series may still be ahead.
      require(
        """
        \(isOver ? "NOT " : "")(nextDay IS NOT NULL OR EXISTS (
          SELECT 1 FROM occurrences JOIN visits ON visits.row = visit
          WHERE occurrences.series = series.row AND day >= ? AND status IN ('scheduled', 'inProgress')))
        """, Bound(today.daysSince1970))
    }
    return try allOnce(
      """
      SELECT \(Series.table.columns) FROM series WHERE \(conditions.joined(separator: " AND "))
      ORDER BY firstDay DESC, row DESC LIMIT ?
      """, values + [Bound(max(0, limit))])
  }

  /// Returns the series whose next visit has to be created, because its day has come within the horizon (the last day
  /// for which series create visits). Each series has the day of that visit. The earliest days come first. Series of
  /// clients who no longer receive care are left out.
  ///
  /// - Returns: The due series. Series whose rows cannot be read are listed separately, so that they do not prevent the
  ///   visits of other series.
  package func dueSeries(through horizon: CareDay, limit: Int) throws -> DueSeries {
    var due = DueSeries()
    _ = try db.all(Self.dueSeries, [Bound(horizon.daysSince1970), Bound(limit)]) { row in
      do {
        due.series.append((try Series(row, context.zones), row.day(18)))
      } catch is StoreFault {
        due.unreadable.append(Series.id(row))
      }
    }
    return due
  }

  static let dueSeries = """
    SELECT \(Series.table.columns), nextDay FROM series INDEXED BY seriesDue
    WHERE nextDay IS NOT NULL AND nextDay <= ?
      AND EXISTS (SELECT 1 FROM clients WHERE clients.id = series.client AND clients.isActive = 1)
    ORDER BY nextDay LIMIT ?
    """

  /// Returns the visits that a series has on a day and on all later days, ordered by day, including withdrawn visits. A
  /// day is the day in the series, even if its visit was moved.
  package func occurrences(of series: SeriesID, from day: CareDay) throws -> [(day: CareDay, visit: Visit)] {
    guard let stored = try stored(series.rawValue, as: Series.self) else { return [] }
    return try db.all(
      "SELECT day, visits.id FROM occurrences JOIN visits ON visits.row = visit WHERE occurrences.series = ? AND day >= ? ORDER BY day",
      [.integer(stored.row), Bound(day.daysSince1970)],
      { ($0.day(0), VisitID(rawValue: $0.text(1))) }
    ).compactMap { day, id in try visit(id).map { (day, $0) } }
  }

  /// Returns the visit that a series has on a day; `nil` if it has none yet. The visit itself may start on another day,
  /// if it was moved.
  package func occurrence(on day: CareDay, of series: SeriesID) throws -> Visit? {
    let id = try db.first(
      """
      SELECT visits.id FROM occurrences JOIN visits ON visits.row = visit
      WHERE day = ? AND occurrences.series = (SELECT row FROM series WHERE id = ?)
      """, [Bound(day.daysSince1970), .text(series.rawValue)]
    ) { VisitID(rawValue: $0.text(0)) }
    return try id.flatMap { try visit($0) }
  }

  /// Returns the first day whose visit a series has not made yet; `nil` if it makes no more visits. A later day has a
  /// visit already if it was skipped.
  package func nextDay(of series: SeriesID) throws -> CareDay? {
    try db.first("SELECT nextDay FROM series WHERE id = ?", [.text(series.rawValue)]) { $0.dayIfAny(0) } ?? nil
  }

  /// Returns the series to which a visit belongs, and the visit's day in the series; `nil` if the visit belongs to no
  /// series.
  package func occurrence(of visit: VisitID) throws -> (series: SeriesID, day: CareDay)? {
    try db.first(
      """
      SELECT series.id, day FROM visits JOIN occurrences ON visit = visits.row JOIN series ON series.row = occurrences.series
      WHERE visits.id = ?
      """, [.text(visit.rawValue)]
    ) { (SeriesID(rawValue: $0.text(0)), $0.day(1)) }
  }

  /// Returns a series together with its client and worker.
  ///
  /// - Parameter feed: The number of a feed entry. The client and the worker have the values that they had at this
  ///   entry; by default, their present values.
  package func placed(_ series: Series, asOf feed: Int64 = .max) throws -> PlacedSeries {
    guard let client = try client(series.client, asOf: feed) else { throw StoreFault.unreadable("client of a series") }
    return PlacedSeries(
      series: series, client: client, worker: try series.worker.flatMap { try worker($0, asOf: feed) })
  }
}

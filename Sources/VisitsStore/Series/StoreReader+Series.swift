package import VisitsModel

extension StoreReader {
  /// The series of that id.
  package func series(_ id: SeriesID) throws -> Series? { try stored(id.rawValue)?.thing }

  /// Series, those that begin last before the others.
  ///
  /// - Parameters:
  ///   - client: Only this client's.
  ///   - worker: Only this worker's.
  ///   - match: The beginning or the end of an id, at least 4 characters, or a part of the client's name.
  ///   - isOver: Only those that give no visits any more, or only those that do; `nil`: all.
  ///   - today: The day on which that is asked.
  ///   - limit: At most so many.
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
      // Visits that were made up to the end of a series are still to come.
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

  /// Series whose next visit lies within the horizon and has not been made, with that visit's day; those that have
  /// waited longest first. Nobody visits a client who receives no care any more.
  ///
  /// - Returns: beside them the series that cannot be read: one of them must keep no other from being made.
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

  /// The visits that stand for the days of a series from one on, withdrawn ones too, in the order of the days.
  package func occurrences(of series: SeriesID, from day: CareDay) throws -> [(day: CareDay, visit: Visit)] {
    guard let stored = try stored(series.rawValue, as: Series.self) else { return [] }
    return try db.all(
      "SELECT day, visits.id FROM occurrences JOIN visits ON visits.row = visit WHERE occurrences.series = ? AND day >= ? ORDER BY day",
      [.integer(stored.row), Bound(day.daysSince1970)],
      { ($0.day(0), VisitID(rawValue: $0.text(1))) }
    ).compactMap { day, id in try visit(id).map { (day, $0) } }
  }

  /// The series of a visit, and the day that it stands for there.
  package func occurrence(of visit: VisitID) throws -> (series: SeriesID, day: CareDay)? {
    try db.first(
      """
      SELECT series.id, day FROM visits JOIN occurrences ON visit = visits.row JOIN series ON series.row = occurrences.series
      WHERE visits.id = ?
      """, [.text(visit.rawValue)]
    ) { (SeriesID(rawValue: $0.text(0)), $0.day(1)) }
  }

  /// A series with the people it concerns, as they were when the feed had come to an entry; by default as they are now.
  package func placed(_ series: Series, asOf feed: Int64 = .max) throws -> PlacedSeries {
    guard let client = try client(series.client, asOf: feed) else { throw StoreFault.unreadable("client of a series") }
    return PlacedSeries(
      series: series, client: client, worker: try series.worker.flatMap { try worker($0, asOf: feed) })
  }
}

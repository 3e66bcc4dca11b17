package import VisitsModel

/// Counts the planned, completed, late, missed, cancelled and open visits of a period. SQLite counts them in the order
/// of the index on planned starts, so memory does not grow with the number of visits.
extension StoreReader {
  /// Returns the counts of all visits of a period.
  ///
  /// - Parameters:
  ///   - window: The half-open period in which the visits are planned to start.
  ///   - lateRule: The rule that decides when a check-in counts as late.
  package func tally(_ window: Range<Instant>, lateRule: LateRule) throws -> VisitTally {
    try db.first(Self.tally(of: nil), Self.bounds(window, lateRule)) { Self.tally($0) } ?? VisitTally()
  }

  /// Returns the counts for each worker who has a visit in the period, ordered by the worker's id. The counts of the
  /// visits without a worker come first.
  package func tallies(byWorker window: Range<Instant>, lateRule: LateRule) throws -> [PersonTally] {
    try tallies(of: .worker, window, lateRule)
  }

  /// Returns the counts for each client who has a visit in the period, ordered by the client's id.
  package func tallies(byClient window: Range<Instant>, lateRule: LateRule) throws -> [PersonTally] {
    try tallies(of: .client, window, lateRule)
  }

  private func tallies(
    of kind: Refusal.Thing, _ window: Range<Instant>, _ lateRule: LateRule
  ) throws -> [PersonTally] {
    try db.all(Self.tally(of: kind), Self.bounds(window, lateRule)) { row in
      PersonTally(id: row.textIfAny(8), name: row.textIfAny(9), tally: Self.tally(row))
    }
  }

  /// Returns the query for the counts. A cancelled visit counts only as cancelled, because it does not take place.
  ///
  /// The parameters `?1` and `?2` are the delays, in milliseconds, after which a check-in is late: `?1` for
  /// time-critical clients, `?2` for other clients. `?3` and `?4` are the beginning and the end of the period.
  static func tally(of kind: Refusal.Thing?) -> String {
    let person = kind.map {
      ", visits.\($0.rawValue), (SELECT name FROM \($0.rawValue)s WHERE id = visits.\($0.rawValue))"
    }
    let groups = kind.map { " GROUP BY visits.\($0.rawValue) ORDER BY visits.\($0.rawValue)" }
    let counts = """
      SELECT coalesce(sum(status <> 'cancelled'), 0), coalesce(sum(status = 'completed'), 0),
        coalesce(sum(status <> 'cancelled' AND checkInAt > startsAt + iif(isTimeCritical, ?1, ?2)), 0),
        coalesce(sum(status = 'missed'), 0), coalesce(sum(status = 'cancelled'), 0),
        coalesce(sum(status <> 'cancelled' AND worker IS NULL), 0),
        coalesce(sum(iif(status <> 'cancelled', endsAt - startsAt, 0)), 0),
        coalesce(sum(max(0, checkOutAt - checkInAt)), 0)
      """
    return """
      \(counts)\(person ?? "")
      FROM visits INDEXED BY visitsByStart CROSS JOIN clients ON clients.id = client
      WHERE startsAt >= ?3 AND startsAt < ?4 AND isWithdrawn = 0\(groups ?? "")
      """
  }

  private static func bounds(_ window: Range<Instant>, _ lateRule: LateRule) -> [Bound] {
    [
      .integer(lateRule.timeCriticalMinutes * 60_000), .integer(lateRule.minutes * 60_000), Bound(window.lowerBound),
      Bound(window.upperBound),
    ]
  }

  private static func tally(_ row: Columns) -> VisitTally {
    VisitTally(
      planned: row.int(0), completed: row.int(1), late: row.int(2), missed: row.int(3), cancelled: row.int(4),
      open: row.int(5), millisecondsPlanned: row.integer(6), millisecondsWorked: row.integer(7))
  }
}

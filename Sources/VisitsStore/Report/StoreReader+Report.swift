package import VisitsModel

/// Tallies of the visits in a window. SQLite counts while it walks the index of starts, so memory does not grow with
/// the number of visits.
extension StoreReader {
  /// Returns the tally of all visits in a window.
  ///
  /// - Parameters:
  ///   - window: The half-open window of planned starts.
  ///   - lateRule: The rule for late check-ins.
  package func tally(_ window: Range<Instant>, lateRule: LateRule) throws -> VisitTally {
    try db.first(Self.tally(of: nil), Self.bounds(window, lateRule)) { Self.tally($0) } ?? VisitTally()
  }

  /// Returns the tally of each worker with a visit in the window, ordered by id. The tally of visits without a worker
  /// comes first.
  package func tallies(byWorker window: Range<Instant>, lateRule: LateRule) throws -> [PersonTally] {
    try tallies(of: .worker, window, lateRule)
  }

  /// Returns the tally of each client with a visit in the window, ordered by id.
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

  /// Returns the query for the tallies. A cancelled visit counts only as cancelled, because it does not take place.
  /// `?1` and `?2` are the limits for late check-ins in milliseconds, for time-critical and for other clients; `?3` and
  /// `?4` are the window.
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

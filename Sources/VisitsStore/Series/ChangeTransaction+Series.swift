package import VisitsModel

extension ChangeTransaction {
  /// Returns the series that the caller is about to change.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil` accepts any.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func series(_ id: SeriesID, expectedVersion: Int?) throws -> Series {
    try present(series(id), id.rawValue, expectedVersion: expectedVersion) { .series(try placed($0)) }
  }

  /// Stores a new or changed series, and sets its version and the time of the change.
  ///
  /// - Returns: The series as stored. If no value differs from the stored series, nothing is written.
  package func put(_ series: Series) throws -> Series {
    try keep(series, inPlaceOf: stored(series.id.rawValue))
  }

  /// Records that all visits of a series before a day exist, so that its next visit to create is on this day.
  ///
  /// This is not a change of the series itself and has no audit entry.
  ///
  /// - Parameter day: The day of the next visit to create; `nil` if the series creates no more visits.
  package func note(nextDay day: CareDay?, of series: SeriesID) throws {
    try db.run(
      "UPDATE series SET nextDay = ? WHERE id = ?",
      [Bound(day.map { Int64($0.daysSince1970) }), .text(series.rawValue)])
  }

  /// Records that a series has got an end day. If the next visit to create would be on or after the end day, the series
  /// creates no more visits. Otherwise it still creates its visits before the end day, as the horizon advances.
  package func noteEnd(of series: SeriesID) throws {
    try db.run("UPDATE series SET nextDay = NULL WHERE id = ? AND nextDay >= endDay", [.text(series.rawValue)])
  }

  /// Stores a visit as the visit that a series has on a day. The visit itself may start on another day, if it was
  /// moved.
  ///
  /// - Returns: The visit as stored.
  package func put(_ visit: Visit, as day: CareDay, of series: SeriesID) throws -> Visit {
    var visit = visit
    visit.series = series.rawValue
    let kept = try put(visit)
    try db.run(
      """
      INSERT INTO occurrences (series, day, visit)
      SELECT series.row, ?, visits.row FROM series, visits WHERE series.id = ? AND visits.id = ?
      ON CONFLICT (visit) DO UPDATE SET series = excluded.series, day = excluded.day
      """, [Bound(day.daysSince1970), .text(series.rawValue), .text(visit.id.rawValue)])
    return kept
  }

  /// Whether a day of a series already has a visit.
  package func isTaken(_ day: CareDay, of series: SeriesID) throws -> Bool {
    try db.first(
      "SELECT 1 FROM occurrences WHERE day = ? AND series = (SELECT row FROM series WHERE id = ?)",
      [Bound(day.daysSince1970), .text(series.rawValue)], { _ in true }) ?? false
  }

  /// Removes the connection between a visit and its day in a series, so that the series may create another visit for
  /// the day.
  package func release(_ visit: VisitID) throws {
    try db.run(
      "DELETE FROM occurrences WHERE visit = (SELECT row FROM visits WHERE id = ?)", [.text(visit.rawValue)])
  }

  /// Returns a new, unused id for a series.
  package func newSeriesID() -> SeriesID { SeriesID(rawValue: context.identities.next()) }
}

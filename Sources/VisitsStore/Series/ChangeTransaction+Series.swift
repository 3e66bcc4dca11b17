package import VisitsModel

extension ChangeTransaction {
  /// Returns the series that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func series(_ id: SeriesID, expectedVersion: Int?) throws -> Series {
    try present(series(id), id.rawValue, expectedVersion: expectedVersion) { .series(try placed($0)) }
  }

  /// Stores a new or changed series. This function sets the version and the time of the change.
  ///
  /// - Returns: The series as stored. If no value differs, the stored series stays as it is.
  package func put(_ series: Series) throws -> Series {
    try keep(series, inPlaceOf: stored(series.id.rawValue))
  }

  /// Records that a series has all its visits before a day.
  ///
  /// This is not a change of the series and has no audit entry.
  ///
  /// - Parameter day: The next day without its visit; `nil` if the series creates no more visits.
  package func note(nextDay day: CareDay?, of series: SeriesID) throws {
    try db.run(
      "UPDATE series SET nextDay = ? WHERE id = ?",
      [Bound(day.map { Int64($0.daysSince1970) }), .text(series.rawValue)])
  }

  /// Records that a series creates no visits from its end day on. The series still creates the visits before its end
  /// that are beyond the horizon now.
  package func noteEnd(of series: SeriesID) throws {
    try db.run("UPDATE series SET nextDay = NULL WHERE id = ? AND nextDay >= endDay", [.text(series.rawValue)])
  }

  /// Stores a visit as the visit of a day of its series.
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

  /// Separates a visit from its day, so that its series may create another visit for the day.
  package func release(_ visit: VisitID) throws {
    try db.run(
      "DELETE FROM occurrences WHERE visit = (SELECT row FROM visits WHERE id = ?)", [.text(visit.rawValue)])
  }

  /// Returns an id for a new series.
  package func newSeriesID() -> SeriesID { SeriesID(rawValue: context.identities.next()) }
}

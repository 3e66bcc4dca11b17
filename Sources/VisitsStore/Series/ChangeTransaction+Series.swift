package import VisitsModel

extension ChangeTransaction {
  /// The series that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func series(_ id: SeriesID, expectedVersion: Int?) throws -> Series {
    try present(series(id), id.rawValue, expectedVersion: expectedVersion) { .series(try placed($0)) }
  }

  /// Keeps a series: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The series as it is kept; as it was before, when nothing about it is different.
  package func put(_ series: Series) throws -> Series {
    try keep(series, inPlaceOf: stored(series.id.rawValue))
  }

  /// Notes that the visits of a series have been made before a day.
  ///
  /// It is no change of the series, and stands in no audit.
  ///
  /// - Parameter day: The next for which there is a visit to make; `nil`: there is none any more.
  package func note(nextDay day: CareDay?, of series: SeriesID) throws {
    try db.run(
      "UPDATE series SET nextDay = ? WHERE id = ?",
      [Bound(day.map { Int64($0.daysSince1970) }), .text(series.rawValue)])
  }

  /// Notes that a series gives no visits from its end on. Those before it that lie behind the horizon are still to make.
  package func noteEnd(of series: SeriesID) throws {
    try db.run("UPDATE series SET nextDay = NULL WHERE id = ? AND nextDay >= endDay", [.text(series.rawValue)])
  }

  /// Keeps a visit as the one of a day of its series.
  ///
  /// - Returns: The visit as it is kept.
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

  /// Whether a visit stands for that day of a series already.
  package func isTaken(_ day: CareDay, of series: SeriesID) throws -> Bool {
    try db.first(
      "SELECT 1 FROM occurrences WHERE day = ? AND series = (SELECT row FROM series WHERE id = ?)",
      [Bound(day.daysSince1970), .text(series.rawValue)], { _ in true }) ?? false
  }

  /// Lets a visit stand for no day any more, so that its series may give that day another.
  package func release(_ visit: VisitID) throws {
    try db.run(
      "DELETE FROM occurrences WHERE visit = (SELECT row FROM visits WHERE id = ?)", [.text(visit.rawValue)])
  }

  /// The id for a new series.
  package func newSeriesID() -> SeriesID { SeriesID(rawValue: context.identities.next()) }
}

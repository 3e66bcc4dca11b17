import GRDB
import VisitsModel

/// A series with where it is stored.
struct StoredSeries {
  var row: Int64
  /// The last entry in the audit.
  var change: Int64
  /// The first day whose visit has not been made; `nil`: there is none any more.
  var nextDay: CareDay?
  var series: Series
}

/// How a series is read and written.
enum SeriesRow {
  private static let written = [
    "change", "id", "client", "worker", "rule", "firstDay", "secondOfDay", "zone", "minutes", "address", "service",
    "note", "endDay", "endReason", "version", "updatedAt",
  ]
  private static let names = written.joined(separator: ", ")
  private static let marks = written.map { _ in "?" }.joined(separator: ", ")

  static let columns = (["row", "nextDay"] + written).map { "series.\($0)" }.joined(separator: ", ")

  static func stored(_ row: Columns, _ zones: ZoneCache) throws -> StoredSeries {
    guard let zone = try zones.zone(row.text(9)) else { throw StoreFault.unreadable("zone") }
    let start = LocalTime(day: CareDay(daysSince1970: row.int(7)), second: row.int(8))
    return StoredSeries(
      row: row.integer(0), change: row.integer(2),
      nextDay: row.integerIfAny(1).map { CareDay(daysSince1970: Int($0)) },
      series: Series(
        id: id(row), client: try row.clientID(4),
        worker: row.isNull(5) ? nil : try row.workerID(5),
        recurrence: Recurrence(from: start, by: try Series.rule(row.text(6))), zone: zone, minutes: row.int(10),
        address: row.textIfAny(11), service: row.textIfAny(12), note: row.textIfAny(13),
        ending: row.integerIfAny(14).map {
          Series.Ending(day: CareDay(daysSince1970: Int($0)), reason: row.textIfAny(15))
        }, version: row.int(16), updatedAt: row.instant(17)))
  }

  static func id(_ row: Columns) -> SeriesID { SeriesID(rawValue: row.text(3)) }

  static func insert(_ series: Series, change: Int64, _ db: Database) throws {
    try db.run("INSERT INTO series (\(names)) VALUES (\(marks))", values(series, change: change))
  }

  static func update(_ row: Int64, to series: Series, change: Int64, _ db: Database) throws {
    try db.run(
      "UPDATE series SET (\(names)) = (\(marks)) WHERE row = ?", values(series, change: change) + [.integer(row)])
  }

  private static func values(_ series: Series, change: Int64) -> [Bound] {
    let start = series.recurrence.start
    return [
      Bound(change), Bound(series.id.rawValue), Bound(series.client.rawValue), Bound(series.worker?.rawValue),
      Bound(series.recurrence.rule.text), Bound(start.day.daysSince1970), Bound(start.secondOfDay),
      Bound(series.zone.identifier), Bound(series.minutes), Bound(series.address), Bound(series.service),
      Bound(series.note), Bound(series.ending.map { Int64($0.day.daysSince1970) }), Bound(series.ending?.reason),
      Bound(series.version), Bound(series.updatedAt),
    ]
  }
}

extension Series {
  /// A rule that was kept.
  static func rule(_ text: String) throws(StoreFault) -> RecurrenceRule {
    do { return try RecurrenceRule(text) } catch { throw .unreadable("rule") }
  }
}

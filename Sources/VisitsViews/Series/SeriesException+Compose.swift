import Catalog
package import VisitsAPI
package import VisitsModel

extension SeriesException {
  /// The difference on a day of a series; `nil`: its visit is as the series plans it.
  package static func compose(
    _ visit: Visit, on day: CareDay, of series: Series, in context: ViewContext
  ) -> SeriesException? {
    guard !visit.isWithdrawn else { return nil }
    let kind: Kind
    let words: String
    let date = context.formats.date(day, .headingWithYear)
    if case .cancelled(let reason, _) = visit.life {
      kind = .skipped
      words = context.phrases.text(.seriesDaySkipped, [.date: date, .reason: reason])
    } else if series.isMoved(visit, on: day) {
      let times = TimeWords(context: context, zone: series.zone, readerZone: context.agencyZone, day: day)
      kind = .moved
      words = context.phrases.text(
        .seriesDayMoved, [.date: date, .time: times.range(visit.start, visit.end).written])
    } else {
      return nil
    }
    return SeriesException(
      date: Day(day.text), kind: kind, visit: visit.id.rawValue, start: visit.start.timestamp,
      end: visit.end.timestamp, reason: visit.life.reason, words: words)
  }
}

extension ViewContext {
  /// The reason of a visit on a day that its series skips.
  package var seriesSkipped: String { phrases[.seriesSkipped] }
}

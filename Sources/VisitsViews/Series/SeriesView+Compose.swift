import Catalog
package import VisitsAPI
package import VisitsModel

extension SeriesView {
  /// A series as the API shows it.
  package static func compose(_ placed: PlacedSeries, in context: ViewContext) -> SeriesView {
    compose(placed.series, client: placed.client, worker: placed.worker, in: context)
  }

  /// The same for one whose people may no longer be known: their ids stand for their names.
  static func compose(_ series: Series, client: Client?, worker: Worker?, in context: ViewContext) -> SeriesView {
    let start = series.recurrence.start
    let makes = series.worker.map { id in worker?.id == id ? worker?.name ?? id.rawValue : id.rawValue }
    let end = start.adding(seconds: Int64(series.minutes) * 60)
    return SeriesView(
      display: Display(
        title: client?.name ?? series.client.rawValue, worker: makes ?? context.phrases[.visitOpen],
        days: RecurrenceWords(context: context).text(series.recurrence),
        time: context.phrases.text(
          .cardTime, [.start: context.formats.time(start), .end: context.formats.time(end)]),
        from: context.formats.date(start.day, .full), until: series.lastDay.map { context.formats.date($0, .full) }),
      id: series.id.rawValue, client: series.client.rawValue, worker: series.worker?.rawValue,
      recurrence: series.recurrence.rule.text, time: Self.time(start), minutes: series.minutes,
      from: Day(start.day.text), until: series.lastDay.flatMap { Day($0.text) }, timeZone: series.zone.identifier,
      address: series.address, service: series.service, serviceCode: series.serviceCode?.text, note: series.note,
      reason: series.ending?.reason, version: series.version, updatedAt: series.updatedAt.timestamp)
  }

  /// `08:00`; seconds where there are any.
  fileprivate static func time(_ local: LocalTime) -> String {
    let parts = [local.hour, local.minute] + (local.second == 0 ? [] : [local.second])
    return parts.map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
  }
}

extension MovedVisit {
  /// A visit that starts later than agreed; `nil`: clocks do not skip its time.
  package static func compose(_ visit: Visit, of series: Series, in context: ViewContext) -> MovedVisit? {
    guard let agreed = series.skippedTime(of: visit) else { return nil }
    let start = series.zone.local(visit.start)
    return MovedVisit(
      visit: visit.id.rawValue, agreed: "\(agreed.day.text)T\(SeriesView.time(agreed))", start: visit.start.timestamp,
      words: context.phrases.text(
        .seriesMoved,
        [
          .time: context.formats.time(agreed), .date: context.formats.date(agreed.day, .full),
          .start: context.formats.time(start),
        ]))
  }
}

extension ViewContext {
  /// The reason of a visit on a day that its series does not give any more.
  package var seriesChanged: String { phrases[.seriesChanged] }
}

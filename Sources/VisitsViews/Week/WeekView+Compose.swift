import Catalog
package import VisitsAPI
package import VisitsModel

extension WeekView {
  /// A worker's week, finished.
  ///
  /// - Parameter days: The seven days from Monday, each with the visits that stand on it in order of start.
  package static func compose(
    worker: Worker, days: [(day: CareDay, visits: [DayVisit])], lateRule: LateRule, in context: ViewContext
  ) -> WeekView {
    let zone = worker.zone ?? context.agencyZone
    let today = context.today(in: zone)
    let counted = days.map { day, visits in visits.filter { zone.day(of: $0.start) == day } }
    let counts = zip(days, counted).map { stands, counted in
      VisitCounts.compose(counted, in: context).naming(stands.visits, on: stands.day, zone, in: context)
    }
    let heading = [days.first, days.last].map { $0.map { context.formats.date($0.day, .short) } ?? "" }
    return WeekView(
      heading: context.phrases.text(.weekHeading, [.start: heading[0], .end: heading[1]]),
      worker: worker.id.rawValue, name: worker.name,
      counts: .compose(counted.flatMap(\.self), in: context)
        .naming(days.first?.visits ?? [], on: days.first?.day ?? today, zone, in: context),
      days: zip(days, counts).map { stands, counts in
        WeekDay(
          date: stands.day.text, heading: context.formats.heading(stands.day, today: today),
          isToday: stands.day == today, counts: counts,
          cards: stands.visits.cards(on: stands.day, lateRule: lateRule, zone, in: context))
      })
  }
}

extension VisitCounts {
  /// The same, where none is counted but a visit of the day before goes on: its time instead of "No visits".
  ///
  /// - Parameter standing: The visits that stand on the day.
  fileprivate func naming(
    _ standing: [DayVisit], on day: CareDay, _ zone: Zone, in context: ViewContext
  ) -> VisitCounts {
    guard planned == 0, let visit = standing.first(where: { $0.status != .cancelled && zone.day(of: $0.start) < day })
    else { return self }
    var named = self
    named.label = TimeWords(context: context, zone: zone, readerZone: zone, day: day)
      .continued(visit.start, visit.end, isUnderWay: visit.status == .inProgress)
    return named
  }

  /// How much a list of visits holds.
  static func compose(_ visits: [DayVisit], in context: ViewContext) -> VisitCounts {
    let milliseconds = visits.filter { $0.status == .scheduled }.reduce(0) { $0 + $1.start.milliseconds(to: $1.end) }
    let minutes = Int(milliseconds / 60_000)
    let open = context.duration(minutes: minutes)
    let planned = visits.count { $0.status != .cancelled }
    let completed = visits.count { $0.status == .completed }
    let missed = visits.count { $0.status == .missed }
    let phrases = context.phrases
    let parts = [
      phrases.text(.todayProgress, [.completed: String(completed), .total: String(planned)]),
      missed > 0 ? phrases.text(.weekMissed, count: missed, [.count: String(missed)]) : nil,
      minutes > 0 ? phrases.text(.weekOpen, [.time: open]) : nil,
    ]
    return VisitCounts(
      planned: planned, completed: completed, missed: missed, openMinutes: minutes, open: open,
      label: planned == 0
        ? phrases[.emptyDay] : parts.compactMap { $0 }.joined(separator: phrases[.cardSeparator]))
  }
}

extension ViewContext {
  /// "3 h 30 min", "3 h", "30 min".
  func duration(minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    let values: KeyValuePairs<Slot, String> = [.hours: String(hours), .minutes: String(rest)]
    return phrases.text(hours == 0 ? .minutes : rest == 0 ? .hours : .hoursMinutes, values)
  }
}

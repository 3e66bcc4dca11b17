import Catalog
package import VisitsAPI
package import VisitsModel

extension VisitView {
  /// Tells on which days of a window a visit stands, if it crosses midnight.
  ///
  /// - Parameters:
  ///   - placed: The visit that this view shows.
  ///   - from: The start of the window; `nil`: it has none.
  ///   - to: The end of the window, which is not in it; `nil`: it has none.
  package mutating func tellDays(of placed: PlacedVisit, from: Instant?, to: Instant?, in context: ViewContext) {
    let zone = placed.client.zone ?? context.agencyZone
    let visit = placed.visit
    // An end at midnight belongs to the day that it ends.
    let last = zone.day(of: Instant(milliseconds: visit.end.milliseconds - 1))
    guard zone.day(of: visit.start) != last else { return }
    var days: [StandingDay] = []
    if from.map({ $0 <= visit.start }) ?? true { days.append(StandingDay(date: display.date, time: display.time)) }
    if to.map({ zone.bounds(of: last).lowerBound < $0 }) ?? true {
      let times = TimeWords(context: context, zone: zone, readerZone: context.agencyZone, day: last)
      days.append(
        StandingDay(
          date: context.formats.heading(last, today: context.today(in: zone)),
          time: times.continued(visit.start, visit.end, isUnderWay: visit.status == .inProgress)))
    }
    display.days = days.isEmpty ? nil : days
  }
}

extension TimeWords {
  /// The time of a visit under the day after it began: "Since Friday 10:00 PM" while it is under way, else from when to
  /// when.
  func continued(_ start: Instant, _ end: Instant, isUnderWay: Bool) -> String {
    isUnderWay ? context.phrases.text(.sessionSince, [.time: moment(start).spoken]) : range(start, end).written
  }
}

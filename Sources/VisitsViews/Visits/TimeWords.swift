import Catalog
import VisitsModel

/// Times of a visit as they are written and spoken, so that nobody takes them for another day's or another zone's.
struct TimeWords {
  let context: ViewContext
  /// The zone of the visit, in which its times stand.
  let zone: Zone
  /// The zone of whoever reads them.
  let readerZone: Zone
  /// The day under which they stand; `nil`: the day of the visit's start.
  let day: CareDay?

  /// Written and spoken words.
  struct Text {
    var written: String
    var spoken: String
  }

  /// From start to end: "8:00 AM - 9:00 AM", "Fri 10:00 PM - Sat 6:00 AM".
  ///
  /// - Parameter isUnderItsDate: The date of the start always stands beside it, so that only an end of another day says
  ///   which: "10:00 PM - Sat 6:00 AM".
  func range(_ start: Instant, _ end: Instant, isUnderItsDate: Bool = false) -> Text {
    let first = zone.local(start)
    let last = zone.local(end)
    let shown = day ?? first.day
    // An end at midnight belongs to the day that it ends.
    let crossesMidnight = last.day != first.day && !(last.secondOfDay == 0 && last.day == first.day.adding(days: 1))
    var from = text(first, named: first.day != shown || crossesMidnight && !isUnderItsDate, near: shown)
    var to = text(last, named: crossesMidnight, near: shown)
    if isZoneNamed(from: start, to: end) {
      let names = [start, end].map { context.formats.abbreviation(of: zone, at: $0) }
      if names[0] != names[1] { from = inZone(from, names[0]) }
      to = inZone(to, names[1])
    }
    return Text(
      written: context.phrases.text(.cardTime, [.start: from.written, .end: to.written]),
      spoken: context.phrases.text(.cardTimeSpoken, [.start: from.spoken, .end: to.spoken]))
  }

  /// One moment: "10:15 AM", "Sat 12:05 AM".
  func moment(_ instant: Instant) -> Text {
    let local = zone.local(instant)
    let shown = day ?? local.day
    let text = text(local, named: local.day != shown, near: shown)
    guard isZoneNamed(from: instant, to: instant) else { return text }
    return inZone(text, context.formats.abbreviation(of: zone, at: instant))
  }

  private func text(_ local: LocalTime, named: Bool, near shown: CareDay) -> Text {
    let time = context.formats.time(local)
    guard named else { return Text(written: time, spoken: time) }
    // Within a week a weekday says which day it is; beyond, it would be taken for the nearest.
    let isNear = abs(local.day.daysSince1970 - shown.daysSince1970) < 7
    func on(_ form: DateForm) -> String {
      context.phrases.text(.timeOnDay, [.day: context.formats.date(local.day, form), .time: time])
    }
    if isNear { return Text(written: on(.weekday), spoken: on(.weekdaySpoken)) }
    // Without its year, a slip of years would be taken for a day of this one.
    return local.day.year == shown.year
      ? Text(written: on(.short), spoken: on(.shortSpoken)) : Text(written: on(.shortWithYear), spoken: on(.full))
  }

  private func inZone(_ text: Text, _ name: String) -> Text {
    Text(
      written: context.phrases.text(.timeInZone, [.time: text.written, .zone: name]),
      spoken: context.phrases.text(.timeInZone, [.time: text.spoken, .zone: name]))
  }

  /// Whether clocks where the reader is show other times, or clocks here show one of these twice.
  private func isZoneNamed(from start: Instant, to end: Instant) -> Bool {
    if zone != readerZone {
      return [start, end].contains { zone.offset(at: $0) != readerZone.offset(at: $0) }
    }
    // Only where the offset changes nearby can a time be repeated; that is seldom, and cheaper to see.
    guard zone.offset(at: start.adding(minutes: -1440)) != zone.offset(at: end.adding(minutes: 1440)) else {
      return false
    }
    return [start, end].contains { instant in
      if case .repeated = zone.resolve(zone.local(instant)) { true } else { false }
    }
  }
}

import Catalog
import VisitsModel

/// That a worker is away on a day, for the board and for the worker's own Today: "Away: sick until Friday".
struct AwayWords {
  /// The words; `nil`: the worker is not away that day.
  let text: String?
  /// The moments at which the words change by themselves, in order.
  let changes: [Instant]

  /// - Parameters:
  ///   - absences: One worker's absences.
  ///   - day: The day under which the words stand.
  init(_ absences: [Absence], on day: CareDay, in context: ViewContext) {
    let ofDay = absences.filter { absence in
      let bounds = absence.zone.bounds(of: day)
      return absence.touches(bounds.lowerBound, bounds.upperBound)
    }
    changes = ofDay.flatMap { [$0.from, $0.to] }.filter { $0 > context.now }.sorted()
    // On the board of today, a past absence would look like a present one.
    let telling = ofDay.filter { day != context.today(in: $0.zone) || context.now < $0.to }
    text = telling.max { $0.to < $1.to }.map { Self.text($0, on: day, in: context) }
  }

  private static func text(_ absence: Absence, on day: CareDay, in context: ViewContext) -> String {
    let zone = absence.zone
    let bounds = zone.bounds(of: day)
    let reason = context.words(ofAbsenceReason: absence.reason)
    let times = TimeWords(context: context, zone: zone, readerZone: context.agencyZone, day: day)
    func text(_ phrase: Phrase, _ slot: Slot, _ time: String) -> String {
      context.phrases.text(phrase, [.reason: reason, slot: time])
    }
    let last = absence.lastWholeDay
    // Of an absence that begins during the day, both ends matter, unless it lasts for days.
    if absence.from > bounds.lowerBound, last.map({ $0 <= day }) ?? true {
      return text(.absenceDuring, .time, times.range(absence.from, absence.to).written)
    }
    guard let last else {
      return text(.absenceUntil, .time, times.moment(absence.to).written)
    }
    if last == day, day == context.today(in: zone) { return context.phrases.text(.absenceToday, [.reason: reason]) }
    // Within a week a weekday says which day it is; beyond, it would be taken for the nearest.
    let isNear = last.daysSince1970 - day.daysSince1970 < 7
    return text(.absenceUntilDay, .day, isNear ? context.formats.date(last, .weekdaySpoken) : context.shortDate(last))
  }
}

extension Absence {
  /// The last day, where the absence ends at midnight.
  var lastWholeDay: CareDay? {
    let end = zone.local(to)
    return to == zone.start(of: end.day) ? end.day.adding(days: -1) : nil
  }

  /// The first day, where the absence begins at midnight.
  var firstWholeDay: CareDay? {
    let day = zone.day(of: from)
    return from == zone.start(of: day) ? day : nil
  }
}

extension ViewContext {
  /// The words of a reason code. A code that has none stands as it is.
  func words(ofAbsenceReason code: String) -> String {
    switch code {
    case "sick": phrases[.absenceSick]
    case "holiday": phrases[.absenceHoliday]
    case "training": phrases[.absenceTraining]
    case "other": phrases[.absenceOther]
    default: code
    }
  }
}

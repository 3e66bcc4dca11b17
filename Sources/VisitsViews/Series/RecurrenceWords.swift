import Catalog
import VisitsModel

/// The days of a series as people say them; a rule that is rare is told as it is written.
struct RecurrenceWords {
  let context: ViewContext

  func text(_ recurrence: Recurrence) -> String {
    let rule = recurrence.rule
    var words = days(recurrence)
    if case .count(let count) = rule.limit, words != rule.text {
      words = context.phrases.text(.seriesTimes, count: count, [.text: words, .count: String(count)])
    }
    return words
  }

  private func days(_ recurrence: Recurrence) -> String {
    let rule = recurrence.rule
    let phrases = context.phrases
    guard rule.months.isEmpty, rule.positions.isEmpty, rule.weekdays.allSatisfy({ $0.ordinal == nil }) else {
      return rule.text
    }
    switch rule.frequency {
    case .daily where rule.weekdays.isEmpty && rule.monthDays.isEmpty:
      // Not every language has a form for just one.
      guard rule.interval > 1 else { return phrases[.seriesDaily] }
      return phrases.text(.seriesEveryDays, count: rule.interval, [.count: String(rule.interval)])
    case .weekly where rule.monthDays.isEmpty:
      let weekdays = rule.weekdays.isEmpty ? [recurrence.start.day.weekday] : rule.weekdays.map(\.weekday)
      let days = weekdays.count == 7 ? phrases[.seriesDaily] : phrases.language.list(weekdays.map(name))
      guard rule.interval > 1 else { return days }
      return phrases.text(.seriesEveryWeeks, count: rule.interval, [.text: days, .count: String(rule.interval)])
    case .monthly where rule.interval == 1 && rule.weekdays.isEmpty && rule.monthDays.isEmpty:
      return phrases.text(.seriesMonthly, [.value: String(recurrence.start.day.day)])
    default: return rule.text
    }
  }

  /// "Mon".
  private func name(_ weekday: Int) -> String {
    // 1970-01-05 was a Monday.
    context.formats.date(CareDay(daysSince1970: 3 + weekday), .weekday)
  }
}

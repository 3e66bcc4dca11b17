/// The days that a rule gives, period by period; the period with number 0 is the one of the start.
///
/// Every rule is a test on the days of a period: RFC 5545's expanding and limiting parts (the table in 3.3.10) say the
/// same once a rule that names no day is given the start's own.
struct RecurrencePeriods {
  private let frequency: RecurrenceRule.Frequency
  private let interval: Int
  private let start: CareDay
  private let months: Set<Int>
  private let monthDays: [Int]
  private let weekdays: [RecurrenceRule.Weekday]
  private let positions: [Int]
  /// The first day of the start's week.
  private let firstWeek: Int
  /// The ordinals of weekdays count within the year, not the month.
  private let countsInYear: Bool

  init(of rule: RecurrenceRule, from start: CareDay) {
    frequency = rule.frequency
    interval = rule.interval
    self.start = start
    positions = rule.positions
    let namesNoDay = rule.monthDays.isEmpty && rule.weekdays.isEmpty
    let isYearly = rule.frequency == .yearly
    months = Set(isYearly && namesNoDay && rule.months.isEmpty ? [start.month] : rule.months)
    monthDays = namesNoDay && (isYearly || rule.frequency == .monthly) ? [start.day] : rule.monthDays
    weekdays =
      namesNoDay && rule.frequency == .weekly ? [.init(ordinal: nil, weekday: start.weekday)] : rule.weekdays
    firstWeek = start.daysSince1970 - (start.weekday - rule.weekStart + 7) % 7
    countsInYear = isYearly && rule.months.isEmpty
  }

  /// The last period that begins on a day or before it, for a day that is not before the start.
  func index(holding day: Int) -> Int {
    let date = CareDay(daysSince1970: day)
    let passed =
      switch frequency {
      case .daily: day - start.daysSince1970
      case .weekly: (day - firstWeek) / 7
      case .monthly: (date.year - start.year) * 12 + date.month - start.month
      case .yearly: date.year - start.year
      }
    return passed / interval
  }

  /// The day with which a period begins; `nil` behind the year 9999.
  func firstDay(of index: Int) -> Int? {
    let steps = index * interval
    switch frequency {
    case .daily: return start.daysSince1970 + steps
    case .weekly: return firstWeek + 7 * steps
    case .monthly:
      let month = start.year * 12 + start.month - 1 + steps
      return CareDay(year: month / 12, month: month % 12 + 1, day: 1)?.daysSince1970
    case .yearly: return CareDay(year: start.year + steps, month: 1, day: 1)?.daysSince1970
    }
  }

  /// The days that the rule gives in a period, in order, those before the start included.
  func days(of index: Int) -> [Int] {
    guard let first = firstDay(of: index) else { return [] }
    var days: [Int] = []
    switch frequency {
    case .daily: if dateFits(first) { days.append(first) }
    case .weekly:
      for day in first..<first + 7 where weekdayFits(day, in: first..<first + 7) && dateFits(day) { days.append(day) }
    case .monthly: addDays(ofMonth: Frame(monthFrom: first), of: nil, to: &days)
    case .yearly:
      let year = first..<first + Frame.daysInYear(CareDay(daysSince1970: first).year)
      var next = first
      while next < year.upperBound {
        let month = Frame(monthFrom: next)
        addDays(ofMonth: month, of: countsInYear ? year : nil, to: &days)
        next = month.days.upperBound
      }
    }
    return positions.isEmpty ? days : chosen(from: days)
  }

  /// How many days of a period are looked at.
  var length: Int {
    switch frequency {
    case .daily: 1
    case .weekly: 7
    case .monthly: 31
    case .yearly: 366
    }
  }

  /// How many days the rule gives from the start on in the periods before one, or `most` if they are more.
  func count(before index: Int, atMost most: Int, budget: inout RecurrenceBudget) -> Int {
    guard index > 0 else { return 0 }
    let isUniform = months.isEmpty && monthDays.isEmpty && positions.isEmpty
    switch frequency {
    case .daily where isUniform && weekdays.isEmpty: return min(index, most)
    case .weekly where isUniform:
      let passed = days(of: 0).count { $0 < start.daysSince1970 }
      return min(index * weekdays.count - passed, most)
    default: break
    }
    var count = 0
    for period in 0..<index {
      guard budget.spend(length) else { return most }
      count += days(of: period).count { $0 >= start.daysSince1970 }
      if count >= most { return most }
    }
    return count
  }

  private func addDays(ofMonth month: Frame, of year: Range<Int>?, to days: inout [Int]) {
    guard months.isEmpty || months.contains(month.number) else { return }
    for day in month.days where monthDayFits(day, in: month.days) && weekdayFits(day, in: year ?? month.days) {
      days.append(day)
    }
  }

  /// The months and days of the month, for a period that is no month.
  private func dateFits(_ day: Int) -> Bool {
    if !weekdays.isEmpty, frequency == .daily, !weekdayFits(day, in: day..<day + 1) { return false }
    guard !months.isEmpty || !monthDays.isEmpty else { return true }
    let date = CareDay(daysSince1970: day)
    guard months.isEmpty || months.contains(date.month) else { return false }
    return monthDays.isEmpty || monthDayFits(day, in: Frame(monthFrom: day - date.day + 1).days)
  }

  private func monthDayFits(_ day: Int, in month: Range<Int>) -> Bool {
    monthDays.isEmpty
      || monthDays.contains(day - month.lowerBound + 1) || monthDays.contains(day - month.upperBound)
  }

  private func weekdayFits(_ day: Int, in frame: Range<Int>) -> Bool {
    guard !weekdays.isEmpty else { return true }
    let weekday = CareDay(daysSince1970: day).weekday
    return weekdays.contains { wanted in
      guard wanted.weekday == weekday else { return false }
      guard let ordinal = wanted.ordinal else { return true }
      return ordinal > 0
        ? (day - frame.lowerBound) / 7 + 1 == ordinal : (frame.upperBound - 1 - day) / 7 + 1 == -ordinal
    }
  }

  private func chosen(from days: [Int]) -> [Int] {
    days.enumerated().filter { offset, _ in
      positions.contains(offset + 1) || positions.contains(offset - days.count)
    }.map(\.element)
  }

  /// A month's number and days.
  private struct Frame {
    let number: Int
    let days: Range<Int>

    init(monthFrom first: Int) {
      let date = CareDay(daysSince1970: first)
      number = date.month
      days = first..<first + Self.daysInMonth(date.month, of: date.year)
    }

    static func daysInYear(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

    private static func daysInMonth(_ month: Int, of year: Int) -> Int {
      switch month {
      case 2: isLeap(year) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
  }
}

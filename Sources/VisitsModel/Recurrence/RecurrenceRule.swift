/// On which days something recurs (RFC 5545, 3.3.10), as far as a schedule of visits needs it: days, never times of day.
///
/// A value is always sound: it comes from text that was read (``init(_:)``, ``init(typed:)``).
package struct RecurrenceRule: Sendable, Hashable {
  /// What one period is.
  package enum Frequency: String, Sendable, Hashable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// Where it ends.
  package enum Limit: Sendable, Hashable {
    case never
    /// After so many occurrences, counted from the start.
    case count(Int)
    /// With this day, on the wall clock of the series.
    case day(CareDay)
    /// With what starts at this time or before it, on the wall clock of the series.
    case local(LocalTime)
    /// With what starts at this moment or before it.
    case instant(Instant)
  }

  /// A weekday, each one of the period or the n-th.
  package struct Weekday: Sendable, Hashable, Comparable {
    /// 1 the first, -1 the last of the month, or of the year; `nil`: each.
    package let ordinal: Int?
    /// 1 Monday to 7 Sunday.
    package let weekday: Int

    package static func < (left: Weekday, right: Weekday) -> Bool {
      (left.ordinal ?? 0, left.weekday) < (right.ordinal ?? 0, right.weekday)
    }
  }

  /// What one period is.
  package let frequency: Frequency
  /// Every n-th period.
  package let interval: Int
  /// Where it ends; a series that is ended or divided gets another.
  package var limit: Limit
  /// Months, 1 to 12; empty: any.
  package let months: [Int]
  /// Days of the month, 1 to 31, or -1 to -31 from its end.
  package let monthDays: [Int]
  /// Weekdays.
  package let weekdays: [Weekday]
  /// Which of a period's days, 1 the first, -1 the last; empty: all.
  package let positions: [Int]
  /// The first day of a week, 1 Monday to 7 Sunday: it decides which weeks are every n-th.
  package let weekStart: Int

  init(
    _ frequency: Frequency, interval: Int = 1, limit: Limit = .never, months: [Int] = [], monthDays: [Int] = [],
    weekdays: [Weekday] = [], positions: [Int] = [], weekStart: Int = 1
  ) {
    self.frequency = frequency
    self.interval = interval
    self.limit = limit
    // In one order and each once, so that rules that mean the same are the same.
    self.months = Set(months).sorted()
    self.monthDays = Set(monthDays).sorted()
    self.weekdays = Set(weekdays).sorted()
    self.positions = Set(positions).sorted()
    self.weekStart = weekStart
  }
}

extension RecurrenceRule {
  /// The rule as RFC 5545 writes it, which reads back as the same: `FREQ=WEEKLY;BYDAY=MO,WE,FR`.
  package var text: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
    }
    add("BYMONTH", months.map(String.init))
    add("BYMONTHDAY", monthDays.map(String.init))
    add("BYDAY", weekdays.map { ($0.ordinal.map(String.init) ?? "") + Self.weekdayNames[$0.weekday - 1] })
    add("BYSETPOS", positions.map(String.init))
    if weekStart != 1 { add("WKST", [Self.weekdayNames[weekStart - 1]]) }
    switch limit {
    case .never: break
    case .count(let count): add("COUNT", [String(count)])
    case .day(let day): add("UNTIL", [day.basicText])
    case .local(let local): add("UNTIL", [local.basicText])
    case .instant(let instant): add("UNTIL", [Zone.utc.local(instant).basicText + "Z"])
    }
    return parts.joined(separator: ";")
  }

  /// RFC 5545's names, Monday first.
  static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}

extension CareDay {
  /// `20261120`, ISO 8601's basic format.
  package var basicText: String { text.filter { $0 != "-" } }
}

extension LocalTime {
  /// `20261120T083000`, ISO 8601's basic format.
  package var basicText: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(day.basicText)T\(two(hour))\(two(minute))\(two(second))"
  }

  /// Reads `20261120T083000`, and nothing else. A leap second is the one before it.
  package init?(basic text: Substring) {
    guard text.utf8.count == 15, text.utf8.dropFirst(8).first == UInt8(ascii: "T"),
      let day = CareDay(basic: text.prefix(8)),
      let hour = Int(digits: text.dropFirst(9).prefix(2), 2...2), hour < 24,
      let minute = Int(digits: text.dropFirst(11).prefix(2), 2...2), minute < 60,
      let second = Int(digits: text.dropFirst(13), 2...2), second <= 60
    else { return nil }
    self.init(day: day, hour: hour, minute: minute, second: min(second, 59))
  }
}

extension CareDay {
  /// Reads `20261120`, and nothing else.
  package init?(basic text: Substring) {
    guard text.utf8.count == 8, let year = Int(digits: text.prefix(4), 4...4),
      let month = Int(digits: text.dropFirst(4).prefix(2), 2...2), let day = Int(digits: text.dropFirst(6), 2...2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

/// A day as a person types it: `today`, `tomorrow`, `yesterday`, `monday` or `mon`, `next monday`, `monday last week`,
/// `2026-11-21`, `21.11.2026`, `21.11.`, `nov 21`, `21 november 2026`, `+3`, `-1`.
package enum TypedDay: Sendable, Hashable {
  /// So many days from today.
  case relative(Int)
  /// 1 Monday to 7 Sunday: the next such day, today included.
  case weekday(Int)
  /// The weekday of this week (0), the next (1) or the last (-1). Weeks begin on Monday.
  case weekdayOfWeek(Int, weeks: Int)
  /// The latest such weekday before today.
  case lastWeekday(Int)
  /// A date.
  case date(CareDay)
  /// A day of a month without a year: the one that is nearest to today.
  case dayOfMonth(Int, month: Int)

  /// Reads a day; capitals and white space around it do not count. `nil` for anything else.
  package static func parse(_ text: String) -> TypedDay? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    return words.count == 1 ? parse(word: words[0]) : parse(words: words[...])
  }

  private static func parse(word: String) -> TypedDay? {
    switch word {
    case "today": return .relative(0)
    case "tomorrow": return .relative(1)
    case "yesterday": return .relative(-1)
    default: break
    }
    if let date = CareDay(word) { return .date(date) }
    if let dotted = dotted(word) { return dotted }
    if let days = signed(word) { return .relative(days) }
    return numberOfWeekday(word).map(TypedDay.weekday)
  }

  /// `+3`, `-1`.
  static func signed(_ word: String) -> Int? {
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    return Int(digits: word.dropFirst(), 1...4).map { sign == "-" ? -$0 : $0 }
  }

  /// `next friday`, `friday next week`, `dec 3`, `3 december 2026`.
  static func parse(words: ArraySlice<String>) -> TypedDay? {
    guard let first = words.first, let last = words.last, words.count <= 3 else { return nil }
    if words.count == 1 { return parse(word: first) }
    if let weeks = TypedDays.steps[first], let weekday = numberOfWeekday(last), words.count == 2 {
      // "Last Monday" is for most people the one that has just been, "this Monday" the one to come, and "next Friday"
      // that of the next week.
      switch weeks {
      case ..<0: return .lastWeekday(weekday)
      case 0: return .weekday(weekday)
      default: return .weekdayOfWeek(weekday, weeks: weeks)
      }
    }
    if words.count == 3, let weeks = TypedDays.weeks(words.dropFirst()), let weekday = numberOfWeekday(first) {
      return .weekdayOfWeek(weekday, weeks: weeks)
    }
    if words.count == 3, let weeks = TypedDays.weeks(words.dropLast()), let weekday = numberOfWeekday(last) {
      return .weekdayOfWeek(weekday, weeks: weeks)
    }
    return dayBesideMonth(words)
  }

  /// `dec 3`, `3rd december`, `3. december 2026`, `dec 3, 2026`.
  private static func dayBesideMonth(_ words: ArraySlice<String>) -> TypedDay? {
    let (first, second) = (words[words.startIndex], words[words.startIndex + 1])
    let name = numberOfMonth(first) == nil ? second : first
    guard let month = numberOfMonth(name), let day = numberOfDay(name == first ? second : first) else { return nil }
    // Some year has that day; the year 2000 has February 29.
    guard words.count == 3 else {
      return CareDay(year: 2000, month: month, day: day).map { _ in .dayOfMonth(day, month: month) }
    }
    guard let year = words.last.flatMap({ Int(digits: $0[...], 4...4) }) else { return nil }
    return CareDay(year: year, month: month, day: day).map(TypedDay.date)
  }

  /// `3`, `3.`, `3,`, `3rd`.
  private static func numberOfDay(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard ["", ".", ",", "st", "nd", "rd", "th"].contains(text.dropFirst(digits.count)) else { return nil }
    return Int(digits: digits, 1...2)
  }

  /// 1 January to 12 December. Three letters are enough to tell them apart.
  static func numberOfMonth(_ word: String) -> Int? {
    let name = word.hasSuffix(".") || word.hasSuffix(",") ? word.dropLast() : word[...]
    guard name.utf8.count >= 3, let index = months.firstIndex(where: { $0.hasPrefix(name) }) else { return nil }
    return index + 1
  }

  /// 1 Monday to 7 Sunday. Three letters are enough to tell them apart: "tue", "tues" and "tuesday" are the same day.
  private static func numberOfWeekday(_ word: String) -> Int? {
    guard word.utf8.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return index + 1
  }

  /// The date that it means.
  ///
  /// - Parameter today: The date where the person who typed it thinks of it.
  package func resolve(today: CareDay) -> CareDay {
    switch self {
    case .relative(let days): today.adding(days: days)
    case .weekday(let weekday): today.adding(days: (weekday - today.weekday + 7) % 7)
    case .weekdayOfWeek(let weekday, let weeks): today.adding(days: weekday - today.weekday + 7 * weeks)
    case .lastWeekday(let weekday): today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
    case .date(let date): date
    case .dayOfMonth(let day, let month): Self.nearest(day, month: month, to: today)
    }
  }

  static func nearest(_ day: Int, month: Int, to today: CareDay) -> CareDay {
    // February 29 may be up to eight years away; it was checked to be a day of some year.
    let years = (-8...8).map { today.year + $0 }
    let days = years.compactMap { CareDay(year: $0, month: month, day: day) }
    func distance(_ date: CareDay) -> Int { abs(date.daysSince1970 - today.daysSince1970) }
    return days.min { distance($0) < distance($1) } ?? today
  }

  /// `21.11.2026` or `21.11.`: where dots stand, the day is first everywhere. `21.11` may as well be a time.
  private static func dotted(_ word: String) -> TypedDay? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let day = Int(digits: parts[0], 1...2), let month = Int(digits: parts[1], 1...2)
    else { return nil }
    guard !parts[2].isEmpty else {
      return CareDay(year: 2000, month: month, day: day).map { _ in .dayOfMonth(day, month: month) }
    }
    guard let year = Int(digits: parts[2], 4...4) else { return nil }
    return CareDay(year: year, month: month, day: day).map(TypedDay.date)
  }

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
}

extension Int {
  /// Reads ASCII digits and nothing else, so many as `count` allows.
  init?(digits text: Substring, _ count: ClosedRange<Int>) {
    guard count.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }
}

extension String {
  func trimmingWhitespace() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}

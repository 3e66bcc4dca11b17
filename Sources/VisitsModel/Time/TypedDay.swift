/// A day as a person types it: `today`, `tomorrow`, `yesterday`, `monday` or `mon`, `2026-11-21`,
/// `21.11.2026`, `21.11.`, `+3`, `-1`.
package enum TypedDay: Sendable, Hashable {
  /// So many days from today.
  case relative(Int)
  /// 1 Monday to 7 Sunday: the next such day, today included.
  case weekday(Int)
  /// A date.
  case date(CareDay)
  /// A day of a month without a year: the one that is nearest to today.
  case dayOfMonth(Int, month: Int)

  /// Reads a day; capitals and white space around it do not count. `nil` for anything else.
  package static func parse(_ text: String) -> TypedDay? {
    guard text.utf8.count <= 64 else { return nil }
    let word = text.lowercased().trimmingWhitespace()
    switch word {
    case "today": return .relative(0)
    case "tomorrow": return .relative(1)
    case "yesterday": return .relative(-1)
    default: break
    }
    if let date = CareDay(word) { return .date(date) }
    if let dotted = dotted(word) { return dotted }
    if let sign = word.first, sign == "+" || sign == "-" {
      return Int(digits: word.dropFirst(), 1...4).map { .relative(sign == "-" ? -$0 : $0) }
    }
    // Three letters are enough to tell the days apart: "tue", "tues" and "tuesday" are the same day.
    guard word.utf8.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return .weekday(index + 1)
  }

  /// The date that it means.
  ///
  /// - Parameter today: The date where the person who typed it thinks of it.
  package func resolve(today: CareDay) -> CareDay {
    switch self {
    case .relative(let days): today.adding(days: days)
    case .weekday(let weekday): today.adding(days: (weekday - today.weekday + 7) % 7)
    case .date(let date): date
    case .dayOfMonth(let day, let month): Self.nearest(day, month: month, to: today)
    }
  }

  private static func nearest(_ day: Int, month: Int, to today: CareDay) -> CareDay {
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

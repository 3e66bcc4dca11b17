/// Days in a row as people type them: a single ``TypedDay``, or a whole week or month: `this week`, `last month`,
/// `week of friday`, `week -2`, `2026-11`, `november`, `nov 2026`.
package enum TypedDays: Sendable, Hashable {
  /// One day.
  case day(TypedDay)
  /// The week that is so many weeks from this one. Weeks begin on Monday.
  case week(Int)
  /// The week of a day.
  case weekOf(TypedDay)
  /// The month that is so many months from this one.
  case month(Int)
  /// The month of a day.
  case monthOf(TypedDay)

  /// Reads days; capitals and white space do not count. `nil` for anything else.
  package static func parse(_ text: String) -> TypedDays? {
    guard text.utf8.count <= 128 else { return nil }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if let weeks = weeks(words[...]) { return .week(weeks) }
    if words.count == 2, words[1] == "month", let months = steps[words[0]] { return .month(months) }
    if words.count == 2, let count = TypedDay.signed(words[1]) {
      switch words[0] {
      case "week": return .week(count)
      case "month": return .month(count)
      default: break
      }
    }
    if words.count > 2, words[1] == "of" {
      let day = TypedDay.parse(words: words[2...])
      if words[0] == "week" { return day.map(TypedDays.weekOf) }
      if words[0] == "month" { return calendarMonth(words[2...]) ?? day.map(TypedDays.monthOf) }
    }
    return calendarMonth(words[...]) ?? TypedDay.parse(words: words[...]).map(TypedDays.day)
  }

  /// The first of these days, and the day behind the last of them.
  ///
  /// - Parameter today: The date where the person who typed it thinks of it.
  package func resolve(today: CareDay) -> (first: CareDay, next: CareDay) {
    switch self {
    case .day(let day): Self.days(from: day.resolve(today: today), 1)
    case .week(let weeks): Self.days(from: Self.monday(before: today).adding(days: 7 * weeks), 7)
    case .weekOf(let day): Self.days(from: Self.monday(before: day.resolve(today: today)), 7)
    case .month(let months): Self.whole(monthOf: Self.first(of: today, months: months))
    case .monthOf(let day): Self.whole(monthOf: day.resolve(today: today))
    }
  }

  /// How far a word points from the present week or month.
  static let steps = ["last": -1, "this": 0, "next": 1]

  /// `next week` as a number of weeks from this one.
  static func weeks(_ words: ArraySlice<String>) -> Int? {
    guard words.count == 2, words.last == "week" else { return nil }
    return words.first.flatMap { steps[$0] }
  }

  /// `2026-11`, `november`, which is the nearest one, or `nov 2026`.
  private static func calendarMonth(_ words: ArraySlice<String>) -> TypedDays? {
    guard let word = words.first, let last = words.last, words.count <= 2 else { return nil }
    guard let month = TypedDay.numberOfMonth(word) else {
      return words.count == 1 ? CareDay("\(word)-01").map { TypedDays.monthOf(.date($0)) } : nil
    }
    guard words.count == 2 else { return .monthOf(.dayOfMonth(15, month: month)) }
    return Int(digits: last[...], 4...4).flatMap { CareDay(year: $0, month: month, day: 1) }
      .map { TypedDays.monthOf(.date($0)) }
  }

  private static func days(from first: CareDay, _ count: Int) -> (first: CareDay, next: CareDay) {
    (first, first.adding(days: count))
  }

  private static func monday(before day: CareDay) -> CareDay { day.adding(days: 1 - day.weekday) }

  private static func whole(monthOf day: CareDay) -> (first: CareDay, next: CareDay) {
    (first(of: day, months: 0), first(of: day, months: 1))
  }

  /// The first day of the month of a day, or of one that is so many months from it.
  private static func first(of day: CareDay, months: Int) -> CareDay {
    let month = 12 * day.year + day.month - 1 + months
    return CareDay(year: month / 12, month: month % 12 + 1, day: 1) ?? day
  }
}

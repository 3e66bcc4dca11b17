import VisitsModel

extension MomentReader {
  /// A date, after a weekday that agrees with it; else takes nothing.
  mutating func day() -> WrittenMoment.Day? {
    let start = position
    if let day = dayAlone() { return day }
    position = start
    // "mar 21/11/2026" is a Tuesday in French, "Mar 21, 2026" a day in March: months were tried first.
    if let weekday = CalendarNames.weekday(word()) {
      skip(" .,")
      if let day = dayAlone(), fits(day, weekday) { return day }
    }
    position = start
    return nil
  }

  private func fits(_ day: WrittenMoment.Day, _ weekdays: Set<Int>) -> Bool {
    switch day {
    case .known(let day): weekdays.contains(day.weekday)
    case .numbers: true
    }
  }

  private mutating func dayAlone() -> WrittenMoment.Day? {
    guard let first = number() else { return monthDayYear() }
    guard first.digits <= 2 || first.digits == 4 else { return nil }
    let start = position
    if let separator = peek, "-/.".utf8.contains(separator) {
      position += 1
      if let second = number(), second.digits <= 2, peek == separator {
        position += 1
        guard let third = number() else { return nil }
        return numeric(first, second.value, third, separator)
      }
      position = start
    }
    return dayMonthYear(first)
  }

  private func numeric(
    _ first: (value: Int, digits: Int), _ second: Int, _ third: (value: Int, digits: Int), _ separator: UInt8
  ) -> WrittenMoment.Day? {
    if first.digits == 4 {
      guard third.digits <= 2 else { return nil }
      return known(year: first, month: second, day: third.value)
    }
    guard let year = fullYear(third) else { return nil }
    let form: NumericDay.Form =
      switch separator {
      case UInt8(ascii: "."): .dots
      case UInt8(ascii: "/"): .slashes
      default: .dashes
      }
    let numbers = NumericDay(
      form: form, first: first.value, second: second, year: year, isYearShort: third.digits == 2)
    switch (numbers.dayFirst, numbers.monthFirst) {
    case (nil, nil): return nil
    case (let day?, let other?) where day == other: return .known(day)
    case (let day?, nil) where numbers.form == .dots && !numbers.isYearShort: return .known(day)
    default: return .numbers(numbers)
    }
  }

  /// `21-Nov-2026`, `21. November 2026`, `1er décembre 2026`, `21st Nov 26`, `2026-Nov-21`.
  private mutating func dayMonthYear(_ first: (value: Int, digits: Int)) -> WrittenMoment.Day? {
    for ending in ["er", "st", "nd", "rd", "th"] where take(ending) { break }
    skip(" .-/")
    guard let month = CalendarNames.month(word()) else { return nil }
    skip(" .,-/")
    guard let last = number() else { return nil }
    if first.digits == 4 { return known(year: first, month: month, day: last.value) }
    return known(year: last, month: month, day: first.value)
  }

  /// `Nov 21, 2026`, `November 21st 2026`.
  private mutating func monthDayYear() -> WrittenMoment.Day? {
    guard let month = CalendarNames.month(word()) else { return nil }
    skip(" .-")
    guard let day = number(), day.digits <= 2 else { return nil }
    for ending in ["st", "nd", "rd", "th"] where take(ending) { break }
    skip(" ,-")
    guard let year = number() else { return nil }
    return known(year: year, month: month, day: day.value)
  }

  private func known(year: (value: Int, digits: Int), month: Int, day: Int) -> WrittenMoment.Day? {
    fullYear(year).flatMap { CareDay(year: $0, month: month, day: day) }.map { .known($0) }
  }

  /// Two digits are of this century. No visit was planned in 1899: such a year is a slip.
  private func fullYear(_ year: (value: Int, digits: Int)) -> Int? {
    switch year.digits {
    case 2: 2000 + year.value
    case 4 where (1900...2199).contains(year.value): year.value
    default: nil
    }
  }
}

/// The names of months and weekdays in English, German and French, as ``FoldedCell`` writes them.
enum CalendarNames {
  /// 1 to 12; three letters are enough where they tell months apart.
  static func month(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.count >= 3 else { return nil }
    let found = months.indices.filter { months[$0].contains { $0.starts(with: word) } }
    return found.count == 1 ? found[0] + 1 : nil
  }

  /// 1 Monday to 7 Sunday: several where languages share a word.
  static func weekday(_ word: ArraySlice<UInt8>) -> Set<Int>? {
    guard word.count >= 2 else { return nil }
    let found = weekdays.indices.filter { weekdays[$0].contains { $0.starts(with: word) } }
    return found.isEmpty ? nil : Set(found.map { $0 + 1 })
  }

  private static let months = [
    "january januar janvier janv jaenner janner", "february februar fevrier", "march marz maerz mars mrz",
    "april avril avr", "may mai", "june juni juin", "july juli juillet juil", "august aout", "september septembre",
    "october oktober octobre okt", "november novembre", "december dezember decembre dez",
  ].map(names)

  private static let weekdays = [
    "monday montag lundi", "tuesday dienstag mardi", "wednesday mittwoch mercredi", "thursday donnerstag jeudi",
    "friday freitag vendredi", "saturday samstag sonnabend samedi", "sunday sonntag dimanche",
  ].map(names)

  private static func names(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }
}

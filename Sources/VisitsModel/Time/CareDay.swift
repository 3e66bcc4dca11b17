/// A calendar date of the proleptic Gregorian calendar, from local midnight to local midnight.
///
/// A care day has 23, 24 or 25 hours where clocks change. Whose midnight it is, is said by a ``Zone``.
package struct CareDay: Sendable, Hashable, Comparable, Codable {
  /// Days since 1970-01-01.
  package let daysSince1970: Int

  /// The date so many days after 1970-01-01.
  package init(daysSince1970: Int) {
    self.daysSince1970 = daysSince1970
  }

  /// The day, or the nearest in the years 1 to 9999, of a number that another program may have written: what is computed
  /// with it cannot overflow.
  package init(nearest daysSince1970: Int64) {
    self.init(daysSince1970: Int(min(max(daysSince1970, Self.writable.lowerBound), Self.writable.upperBound)))
  }

  private static let writable: ClosedRange<Int64> = -719_162...2_932_896

  /// A date; `nil` when the calendar has no such day (`2026-02-30`) or the year is not 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    self.init(daysSince1970: Self.days(year: year, month: month, day: day))
    guard self.day == day else { return nil }
  }

  /// Reads `2026-11-20`, and nothing else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package init(from decoder: any Decoder) throws {
    daysSince1970 = try decoder.singleValueContainer().decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(daysSince1970)
  }

  package static func < (left: CareDay, right: CareDay) -> Bool { left.daysSince1970 < right.daysSince1970 }

  /// The date so many days later; earlier when negative.
  package func adding(days: Int) -> CareDay { CareDay(daysSince1970: daysSince1970 + days) }

  /// 1 Monday to 7 Sunday (ISO 8601).
  package var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 + 1 }

  /// The year, 1 to 9999.
  package var year: Int { civil.year }
  /// The month, 1 to 12.
  package var month: Int { civil.month }
  /// The day of the month, 1 to 31.
  package var day: Int { civil.day }

  /// `2026-11-20`.
  package var text: String {
    let (year, month, day) = civil
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  // Both ways after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that
  // the leap day is the last of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private var civil: (year: Int, month: Int, day: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

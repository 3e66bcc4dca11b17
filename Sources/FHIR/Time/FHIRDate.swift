/// A date as R4's `date` gives it: a year, a month of a year, or a day.
package struct FHIRDate: Sendable, Hashable {
  /// 1 to 9999.
  package let year: Int
  /// 1 to 12, if the date says it.
  package let month: Int?
  /// The day of the month, if the date says it.
  package let day: Int?

  /// Reads "2026", "2026-11" or "2026-11-20".
  package init(_ text: String) throws(TimeFault) {
    var cursor = TimeCursor(text)
    self = try cursor.date()
    guard cursor.isAtEnd else { throw .malformed }
  }

  init(year: Int, month: Int? = nil, day: Int? = nil) throws(TimeFault) {
    guard year > 0 else { throw .yearZero }
    if let month {
      guard (1...12).contains(month) else { throw .noSuchDay }
      if let day, !(1...Self.days(inMonth: month, of: year)).contains(day) { throw .noSuchDay }
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Midnight UTC at the beginning of what the date names, in milliseconds since 1970.
  package var start: Int64 { Self.milliseconds(year, month ?? 1, day ?? 1) }

  /// Midnight UTC at the end of what the date names: R4 reads an end of "2012" as all of 2012.
  package var end: Int64 {
    if let month, let day { return Self.milliseconds(year, month, day) + 86_400_000 }
    if let month { return Self.milliseconds(month == 12 ? year + 1 : year, month == 12 ? 1 : month + 1, 1) }
    return Self.milliseconds(year + 1, 1, 1)
  }

  private static func milliseconds(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    // Days from a year that begins in March, so that the leap day is its last (Hinnant, days_from_civil).
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468) * 86_400_000
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension FHIRDate: CustomStringConvertible {
  /// As FHIR writes it.
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return ([padded(year, 4)] + [month, day].compactMap { $0.map { padded($0, 2) } }).joined(separator: "-")
  }
}

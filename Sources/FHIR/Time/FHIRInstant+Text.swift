extension FHIRInstant: CustomStringConvertible {
  /// As FHIR writes it, in UTC: "2026-11-20T15:00:00Z", with a fraction only where there is one.
  package var description: String {
    let days = milliseconds.flooredQuotient(by: 86_400_000)
    let ofDay = Int(milliseconds - days * 86_400_000)
    let date = Self.civil(days: Int(days))
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let fraction = ofDay % 1000
    let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { padded($0, 2) }
    return "\(day)T\(time.joined(separator: ":"))\(fraction == 0 ? "" : "." + padded(fraction, 3))Z"
  }

  /// The day of a number of days since 1970 (Hinnant, civil_from_days).
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = Int(Int64(shifted).flooredQuotient(by: 146_097))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Int64 {
  /// The quotient rounded down, so that what lies before 1970 falls on the right day.
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

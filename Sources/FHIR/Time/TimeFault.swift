/// Why a text is no date or time of FHIR R4.
package enum TimeFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// It does not have the form at all.
  case malformed
  /// A date alone, where the time of day is needed too.
  case timeMissing
  /// A time without "Z" or "+hh:mm": it would be read hours off in another zone.
  case offsetMissing
  /// An offset that is not within 14 hours.
  case offsetOutOfRange
  /// Year 0000.
  case yearZero
  /// A month that is not 1 to 12, or a day that the month does not have.
  case noSuchDay
  /// An hour, minute or second that no clock shows.
  case noSuchTime
  /// 24:00, which R4 forbids: midnight is 00:00 of the next day.
  case hour24
  /// A leap second, which milliseconds since 1970 cannot hold.
  case leapSecond

  /// In words.
  package var description: String {
    switch self {
    case .malformed: "write it like 2026-11-20T08:00:00-07:00"
    case .timeMissing: "the time of day is missing; write it like 2026-11-20T08:00:00-07:00"
    case .offsetMissing: "the offset from UTC is missing; end it with Z or like -07:00"
    case .offsetOutOfRange: "the offset from UTC is over 14 hours"
    case .yearZero: "there is no year 0000"
    case .noSuchDay: "there is no such day"
    case .noSuchTime: "there is no such time of day"
    case .hour24: "24:00 is written as 00:00 of the next day"
    case .leapSecond: "a leap second cannot be stored; use second 59"
    }
  }
}

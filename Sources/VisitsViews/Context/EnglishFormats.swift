import Foundation
import VisitsModel

/// English as the United States and Canada write it, and as seed 002 has it: "8:00 AM", with a plain space where ICU
/// puts U+202F, in a few lines that need no formatter.
struct EnglishFormats: TextFormats {
  func time(_ local: LocalTime) -> String {
    let hour = local.hour % 12 == 0 ? 12 : local.hour % 12
    let (digits, minute) = (UInt8(ascii: "0"), UInt8(local.minute))
    return String(unsafeUninitializedCapacity: 8) { buffer in
      var count = 0
      func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      if hour > 9 { put(digits + 1) }
      put(digits + UInt8(hour % 10))
      put(UInt8(ascii: ":"))
      put(digits + minute / 10)
      put(digits + minute % 10)
      put(UInt8(ascii: " "))
      put(UInt8(ascii: local.hour < 12 ? "A" : "P"))
      put(UInt8(ascii: "M"))
      return count
    }
  }

  func date(_ day: CareDay, _ form: DateForm) -> String {
    let weekday = Self.weekdays[day.weekday - 1]
    let month = Self.months[day.month - 1]
    return switch form {
    case .heading: "\(weekday), \(month) \(day.day)"
    case .headingWithYear: "\(weekday), \(month) \(day.day), \(day.year)"
    case .full: "\(month) \(day.day), \(day.year)"
    case .weekday: String(weekday.prefix(3))
    case .weekdaySpoken: weekday
    case .short: "\(month.prefix(3)) \(day.day)"
    case .shortWithYear: "\(month.prefix(3)) \(day.day), \(day.year)"
    case .shortSpoken: "\(month) \(day.day)"
    }
  }

  func abbreviation(of zone: Zone, at instant: Instant) -> String {
    zone.abbreviation(at: instant, locale: Self.locale)
  }

  private static let locale = Locale(identifier: "en_US")
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}

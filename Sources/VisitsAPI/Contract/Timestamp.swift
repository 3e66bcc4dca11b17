package import JSON

/// An instant on the wire: RFC 3339 in UTC with seconds, or milliseconds where there are any
/// (`2026-11-20T15:00:00Z`).
package struct Timestamp: WireValue, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  /// The instant so many milliseconds after 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Reads RFC 3339 (`2026-11-20T08:00:00-07:00`), years 1 to 9999 in UTC too; `nil` for anything else. The offset is required:
  /// without it a time says no instant. Digits beyond milliseconds are cut off; the leap second :60 is refused.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    func take(_ byte: Character) -> Bool {
      guard let ascii = byte.asciiValue, bytes.first == ascii else { return false }
      bytes.removeFirst()
      return true
    }
    func digits(_ count: Int) -> Int? {
      guard bytes.count >= count else { return nil }
      var value = 0
      for byte in bytes.prefix(count) {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      bytes.removeFirst(count)
      return value
    }
    guard let year = digits(4), year > 0, take("-"), let month = digits(2), take("-"), let day = digits(2),
      let days = Civil.days(year: year, month: month, day: day), take("T") || take("t") || take(" "),
      let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60, take(":"),
      let second = digits(2), second < 60
    else { return nil }
    var fraction = 0
    if take(".") {
      var scale = 100
      var count = 0
      while let digit = digits(1) {
        fraction += digit * scale
        scale /= 10
        count += 1
        if count > 18 { return nil }
      }
      if count == 0 { return nil }
    }
    var offset = 0
    if !(take("Z") || take("z")) {
      let sign = take("+") ? 1 : take("-") ? -1 : 0
      guard sign != 0, let hours = digits(2), hours < 24, take(":"), let minutes = digits(2), minutes < 60 else {
        return nil
      }
      offset = sign * (hours * 60 + minutes)
    }
    guard bytes.isEmpty else { return nil }
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset * 60)
    milliseconds = seconds * 1000 + Int64(fraction)
    // An offset can lead out of the year that was written.
    guard Self.writable.contains(milliseconds) else { return nil }
  }

  /// What RFC 3339 can write: the years 1 to 9999. A wrong clock that is set right can lead beyond.
  private static let writable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// The text on the wire; what lies beyond the years 1 to 9999 is told as their end.
  package var text: String {
    let milliseconds = min(max(self.milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
    let day = milliseconds >= 0 ? milliseconds / 86_400_000 : (milliseconds - 86_399_999) / 86_400_000
    let rest = Int(milliseconds - day * 86_400_000)
    let date = Civil.date(days: Int(day))
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var count = 0
      func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      func put(_ number: Int, width: Int) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
          put(UInt8(0x30 + number / divisor % 10))
          divisor /= 10
        }
      }
      put(date.year, width: 4)
      put(UInt8(ascii: "-"))
      put(date.month, width: 2)
      put(UInt8(ascii: "-"))
      put(date.day, width: 2)
      put(UInt8(ascii: "T"))
      put(rest / 3_600_000, width: 2)
      put(UInt8(ascii: ":"))
      put(rest / 60_000 % 60, width: 2)
      put(UInt8(ascii: ":"))
      put(rest / 1000 % 60, width: 2)
      if rest % 1000 != 0 {
        put(UInt8(ascii: "."))
        put(rest % 1000, width: 3)
      }
      put(UInt8(ascii: "Z"))
      return count
    }
  }

  package static var schema: Schema { Schema(["type": "string", "format": "date-time"]) }
  package func write(to writer: inout JSONWriter) { writer.string(text) }
}

/// A care day on the wire: `2026-11-20`.
package struct Day: WireValue, Hashable {
  /// The date.
  package let text: String

  /// Reads a date of the years 1 to 9999; `nil` for anything else, and for a day that no calendar has.
  package init?(_ text: String) {
    guard text.utf8.count == 10, Timestamp(text + "T00:00:00Z") != nil else { return nil }
    self.text = text
  }

  package static var schema: Schema { Schema(["type": "string", "format": "date"]) }
  package func write(to writer: inout JSONWriter) { writer.string(text) }
}

/// Dates of the proleptic Gregorian calendar as days since 1970-01-01, after Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms".
enum Civil {
  static func days(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return date(days: days).day == day ? days : nil
  }

  static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month + (month < 10 ? 3 : -9), day)
  }
}

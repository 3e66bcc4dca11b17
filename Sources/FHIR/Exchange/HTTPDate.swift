/// A moment as HTTP headers give it (RFC 9110, 5.6.7), in the form of today and in the two that are obsolete.
package struct HTTPDate: Sendable, Hashable {
  /// The moment, to the second.
  package let instant: FHIRInstant

  /// Reads "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT" or "Sun Nov  6 08:49:37 1994".
  ///
  /// The day of the week is not compared: a wrong one changes nothing about the moment.
  package init?(_ text: String) {
    guard text.utf8.count < 64 else { return nil }
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }.map { String(Substring($0)) }
    let parts: (day: String, month: String, year: String, time: String)
    switch words.count {
    case 6 where words[5] == "GMT": parts = (words[1], words[2], words[3], words[4])
    case 5: parts = (words[2], words[1], words[4], words[3])
    case 4 where words[3] == "GMT":
      let date = words[1].split(separator: "-").map(String.init)
      guard date.count == 3 else { return nil }
      parts = (date[0], date[1], date[2], words[2])
    default: return nil
    }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard
      let month = months.firstIndex(of: parts.month), let day = Self.number(parts.day, digits: 1...2),
      let year = Self.year(parts.year), let date = try? FHIRDate(year: year, month: month + 1, day: day)
    else { return nil }
    let time = parts.time.split(separator: ":").map { Self.number(String($0), digits: 2...2) }
    guard
      time.count == 3, let hour = time[0], let minute = time[1], let second = time[2], hour < 24, minute < 60,
      second <= 60
    else { return nil }
    // A leap second is taken for the second after: nobody who is told to wait minds.
    let seconds = Int64((hour * 60 + minute) * 60 + second)
    instant = FHIRInstant(milliseconds: date.start + seconds * 1000)
  }

  /// A year of four digits, or of two in the obsolete form: 70 and later are of the last century.
  private static func year(_ text: String) -> Int? {
    guard let short = number(text, digits: 2...2) else { return number(text, digits: 4...4) }
    return short < 70 ? 2000 + short : 1900 + short
  }

  private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
    guard
      digits.contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}

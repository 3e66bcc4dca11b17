/// Reads how long a visit lasts: `45`, `0:45`, `45 min`, `1.5 h`, `1 h 30`, `2 Stunden`.
enum DurationReader {
  /// Whole minutes from 1 to 1440; `nil` for anything else.
  ///
  /// - Parameter isHours: Whether a bare number is one of hours.
  static func minutes(_ cell: FoldedCell, isHours: Bool) -> Int? {
    guard (1...32).contains(cell.bytes.count) else { return nil }
    let text = String(decoding: cell.bytes, as: UTF8.self)
    let minutes = clock(text) ?? units(text, isHours: isHours)
    return minutes.flatMap { (1...1440).contains($0) ? $0 : nil }
  }

  /// A number without a unit; `nil` for anything else.
  static func bareNumber(_ cell: FoldedCell) -> Double? {
    guard (1...8).contains(cell.bytes.count) else { return nil }
    let text = String(decoding: cell.bytes, as: UTF8.self)
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }) else { return nil }
    return Double(String(text.map { $0 == "," ? "." : $0 }))
  }

  /// `1:30`, `01:30:00`.
  private static func clock(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hours = whole(parts[0]), let minutes = whole(parts[1]),
      parts[1].utf8.count == 2, minutes < 60, parts.count == 2 || parts[2] == "00"
    else { return nil }
    return hours * 60 + minutes
  }

  private static func units(_ text: String, isHours: Bool) -> Int? {
    var rest = text[...]
    var sum = 0.0
    var lastUnit: String?
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
      // A comma is the decimal point of half of Europe.
      guard digits.utf8.count <= 8, let number = Double(String(digits.map { $0 == "," ? "." : $0 })) else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let unit = String(rest.prefix { $0.isLetter })
      rest = rest.dropFirst(unit.count).drop { " .,".contains($0) }
      guard let minutes = factor(of: unit, behind: lastUnit, isHours: isHours) else { return nil }
      sum += number * minutes
      lastUnit = unit
    }
    let whole = sum.rounded()
    return sum <= 1440 && abs(sum - whole) < 0.01 ? Int(whole) : nil
  }

  private static func factor(of unit: String, behind last: String?, isHours: Bool) -> Double? {
    switch unit {
    case "": last.map { hourWords.contains($0) ? 1 : nil } ?? (isHours ? 60 : 1)
    case _ where hourWords.contains(unit): last == nil ? 60 : nil
    case "m", "min", "mins", "minute", "minutes", "minuten": 1
    default: nil
    }
  }

  private static func whole(_ digits: Substring) -> Int? {
    (1...2).contains(digits.utf8.count) && digits.utf8.allSatisfy(\.isDigit) ? Int(digits) : nil
  }

  private static let hourWords: Set = [
    "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures",
  ]
}

extension RecurrenceRule {
  /// The longest text that is read, in bytes: far more than every part with every value.
  private static let longestText = 4096
  /// More than any office means.
  private static let intervals = 1...1000
  /// 27 years of every day.
  private static let counts = 1...10_000

  /// Reads an RRULE as RFC 5545 writes it, with or without `RRULE:` before it; capitals do not count.
  ///
  /// - Throws: What is wrong, or not supported, by its name.
  package init(_ text: String) throws(RecurrenceFault) {
    guard text.utf8.count <= Self.longestText else { throw .unreadable(text) }
    var rest = text.trimmingWhitespace().uppercased()[...]
    if rest.hasPrefix("RRULE:") { rest = rest.dropFirst(6) }
    guard !rest.isEmpty else { throw .unreadable(text) }
    var parts: [String: Substring] = [:]
    for part in rest.split(separator: ";", omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: "="), sign != part.startIndex, part.index(after: sign) != part.endIndex
      else { throw .noPart(String(part)) }
      let name = String(part[..<sign])
      guard Self.parts.contains(name) else {
        throw Self.unsupported.contains(name) ? .unsupportedPart(name) : .unknownPart(name)
      }
      guard parts.updateValue(part[part.index(after: sign)...], forKey: name) == nil else {
        throw .repeatedPart(name)
      }
    }
    try self.init(parts)
  }

  private static let parts: Set = [
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST",
  ]
  private static let unsupported: Set = ["BYSECOND", "BYMINUTE", "BYHOUR", "BYYEARDAY", "BYWEEKNO", "RSCALE", "SKIP"]

  private init(_ parts: [String: Substring]) throws(RecurrenceFault) {
    guard let word = parts["FREQ"] else { throw .missingPart("FREQ") }
    guard let frequency = Frequency(rawValue: String(word)) else {
      guard !["SECONDLY", "MINUTELY", "HOURLY"].contains(word) else { throw .tooFrequent(String(word)) }
      throw .badValue(part: "FREQ", value: String(word), expected: "DAILY, WEEKLY, MONTHLY or YEARLY")
    }
    self.init(
      frequency, interval: try Self.number(in: parts, "INTERVAL", Self.intervals) ?? 1, limit: try Self.limit(parts),
      months: try Self.list(parts, "BYMONTH", from: 1, to: 12),
      monthDays: try Self.list(parts, "BYMONTHDAY", from: 1, to: 31, signed: true),
      weekdays: try Self.weekdays(parts, frequency),
      positions: try Self.list(parts, "BYSETPOS", from: 1, to: 366, signed: true),
      weekStart: try parts["WKST"].map { text throws(RecurrenceFault) in try Self.weekday(text, "WKST") } ?? 1)
    guard frequency != .weekly || monthDays.isEmpty else {
      throw .unfitPart(part: "BYMONTHDAY", frequency: frequency)
    }
    guard positions.isEmpty || !(months.isEmpty && monthDays.isEmpty && weekdays.isEmpty) else {
      throw .nothingToChooseFrom
    }
  }

  private static func limit(_ parts: [String: Substring]) throws(RecurrenceFault) -> Limit {
    let count = try number(in: parts, "COUNT", counts)
    guard let text = parts["UNTIL"] else { return count.map(Limit.count) ?? .never }
    guard count == nil else { throw .countAndUntil }
    if let day = CareDay(basic: text) { return .day(day) }
    if let local = LocalTime(basic: text) { return .local(local) }
    if text.last == "Z", let local = LocalTime(basic: text.dropLast()) {
      return .instant(Instant(milliseconds: local.wallSeconds * 1000))
    }
    throw .badValue(part: "UNTIL", value: String(text), expected: "a date such as 20270131 or 20270131T235959Z")
  }

  private static func number(
    in parts: [String: Substring], _ name: String, _ range: ClosedRange<Int>
  ) throws(RecurrenceFault) -> Int? {
    guard let text = parts[name] else { return nil }
    guard let number = Int(digits: text, 1...6), range.contains(number) else {
      throw .badValue(part: name, value: String(text), expected: "a number from 1 to \(range.upperBound)")
    }
    return number
  }

  private static func list(
    _ parts: [String: Substring], _ name: String, from low: Int, to high: Int, signed: Bool = false
  ) throws(RecurrenceFault) -> [Int] {
    guard let text = parts[name] else { return [] }
    var numbers: [Int] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = signed ? Self.signed(item) : Int(digits: item, 1...3), (low...high).contains(abs(number))
      else {
        throw .badValue(
          part: name, value: String(item),
          expected: "numbers from \(low) to \(high)" + (signed ? ", or from -\(high) to -\(low)" : ""))
      }
      numbers.append(number)
    }
    return numbers
  }

  private static func weekdays(
    _ parts: [String: Substring], _ frequency: Frequency
  ) throws(RecurrenceFault) -> [Weekday] {
    guard let text = parts["BYDAY"] else { return [] }
    let most = frequency == .monthly ? 5 : 53
    var days: [Weekday] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let weekday = try weekday(item.suffix(2), "BYDAY")
      guard item.count > 2 else {
        days.append(Weekday(ordinal: nil, weekday: weekday))
        continue
      }
      guard frequency == .monthly || frequency == .yearly else {
        throw .unfitOrdinal(String(item.prefix(10)), frequency: frequency)
      }
      guard let ordinal = signed(item.dropLast(2)), (1...most).contains(abs(ordinal)) else {
        throw .badValue(part: "BYDAY", value: String(item), expected: "weekdays such as MO, 2TU or -1FR")
      }
      days.append(Weekday(ordinal: ordinal, weekday: weekday))
    }
    return days
  }

  private static func weekday(_ text: Substring, _ part: String) throws(RecurrenceFault) -> Int {
    guard let index = weekdayNames.firstIndex(where: { $0 == text }) else {
      throw .badValue(part: part, value: String(text), expected: "MO, TU, WE, TH, FR, SA or SU")
    }
    return index + 1
  }

  /// `5`, `+5`, `-5`.
  private static func signed(_ text: Substring) -> Int? {
    guard let sign = text.first, sign == "-" || sign == "+" else { return Int(digits: text, 1...3) }
    return Int(digits: text.dropFirst(), 1...3).map { sign == "-" ? -$0 : $0 }
  }
}

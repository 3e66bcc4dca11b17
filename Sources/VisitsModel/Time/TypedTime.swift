/// A time as a person types it: `8`, `8:00`, `8.30`, `8am`, `8:30 pm`, `14:30`, `noon`, `midnight`, alone or with a day
/// (`tomorrow 14:30`, `mon 8:00`, `8am yesterday`, `next friday 10:00`, `dec 3 10:00`, `2026-11-21T08:00`,
/// `2026-11-21 08:00-07:00`).
package struct TypedTime: Sendable, Hashable {
  /// The day, where one was typed.
  package let day: TypedDay?
  /// Seconds since the wall clock's midnight.
  package let secondOfDay: Int
  /// Seconds ahead of UTC, where an offset was typed behind a date and a time: then no zone is asked.
  package let offset: Int64?

  private init(day: TypedDay?, secondOfDay: Int, offset: Int64? = nil) {
    self.day = day
    self.secondOfDay = secondOfDay
    self.offset = offset
  }

  /// Reads a time; capitals and white space do not count. `nil` for anything else, a day without a time included.
  package static func parse(_ text: String) -> TypedTime? {
    guard text.utf8.count <= 64 else { return nil }
    let text = text.lowercased().trimmingWhitespace()
    if let date = CareDay(String(text.prefix(10))) {
      return parse(behind: date, text.dropFirst(10))
    }
    let words = text.split(whereSeparator: \.isWhitespace).filter { $0 != "at" }
    if let second = secondOfDay(words.joined()) { return TypedTime(day: nil, secondOfDay: second) }
    let readings = readings(words.map(String.init))
    // "8 dec 3" is 3:00 on December 8 or 8:00 on December 3: no reader can tell which.
    return readings.count == 1 ? readings.first : nil
  }

  /// Whether a text can be read in two ways: `8 dec 3`, or a date with slashes, whose day comes first in some countries
  /// and the month in others.
  package static func isAmbiguous(_ text: String) -> Bool {
    guard text.utf8.count <= 64 else { return false }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).filter { $0 != "at" }.map(String.init)
    let isSlashed = words.contains { word in
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      return (2...3).contains(parts.count) && parts.allSatisfy { Int(digits: $0, 1...4) != nil }
    }
    return isSlashed || readings(words).count > 1
  }

  /// All that words can mean which name a day and a time, the day before the time or behind it.
  private static func readings(_ words: [String]) -> Set<TypedTime> {
    var readings: Set<TypedTime> = []
    guard words.count > 1 else { return readings }
    for count in 1...min(3, words.count - 1) {
      if let day = TypedDay.parse(words: words.prefix(count)),
        let second = secondOfDay(words.dropFirst(count).joined())
      {
        readings.insert(TypedTime(day: day, secondOfDay: second))
      }
      let last = words.suffix(count)
      // "8 -1" may as well be a range: behind a time only a day's name counts.
      if last.contains(where: { $0.contains(where: \.isLetter) }), let day = TypedDay.parse(words: last),
        let second = secondOfDay(words.dropLast(count).joined())
      {
        readings.insert(TypedTime(day: day, secondOfDay: second))
      }
    }
    return readings
  }

  /// What stands behind a date: `t08:00`, ` 8 pm`, `t08:00-07:00`, `t15:00z`.
  private static func parse(behind date: CareDay, _ rest: Substring) -> TypedTime? {
    guard let separator = rest.first, separator == "t" || separator.isWhitespace else { return nil }
    let time = rest.dropFirst().filter { !$0.isWhitespace }
    if let second = secondOfDay(time) { return TypedTime(day: .date(date), secondOfDay: second) }
    guard let sign = time.firstIndex(where: { $0 == "+" || $0 == "-" || $0 == "z" }),
      let offset = UTCOffset.parse(String(time[sign...])), let second = secondOfDay(String(time[..<sign]))
    else { return nil }
    return TypedTime(day: .date(date), secondOfDay: second, offset: offset)
  }

  /// Reads a time of day that has no white space in it.
  private static func secondOfDay(_ text: String) -> Int? {
    switch text {
    case "noon": return 12 * 3600
    case "midnight": return 0
    default: break
    }
    var clock = text[...]
    var half: Character?
    for suffix in ["a.m.", "p.m.", "am", "pm", "a", "p"] where half == nil && clock.hasSuffix(suffix) {
      half = suffix.first
      clock = clock.dropLast(suffix.count)
    }
    let isDotted = clock.contains(".")
    let parts = clock.split(separator: isDotted ? "." : ":", omittingEmptySubsequences: false)
    guard (1...(isDotted ? 2 : 3)).contains(parts.count), var hour = Int(digits: parts[0], 1...2) else { return nil }
    var seconds = 0
    for part in parts.dropFirst() {
      guard let number = Int(digits: part, 2...2), number < 60 else { return nil }
      seconds = seconds * 60 + number
    }
    if parts.count == 2 { seconds *= 60 }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "p" ? 12 : 0)
    }
    return hour < 24 ? hour * 3600 + seconds : nil
  }
}

extension TypedTime {
  /// The moment that it means.
  ///
  /// A weekday means the next one whose time still lies ahead of now, today included. A local time that happens twice
  /// means the first that is not before `start`: a check-out follows its check-in.
  ///
  /// - Parameters:
  ///   - zone: Whose clocks and dates are meant.
  ///   - base: The day of a time without one; `nil`: today.
  ///   - start: The beginning of the span that ends then; `nil`: the time ends none.
  ///   - offset: Which of two, where clocks are turned back: `-06:00`.
  ///   - field: The parameter, for the refusal.
  /// - Throws: That the clock skips this time, or that clocks there never have that offset at that time.
  package func resolve(
    now: Instant, zone: Zone, on base: CareDay? = nil, after start: Instant? = nil, offset: String? = nil,
    field: String
  ) throws(Refusal) -> Instant {
    let today = zone.day(of: now)
    let date = day?.resolve(today: today) ?? base ?? today
    let instant = try resolve(on: date, zone: zone, after: start, offset: offset, field: field)
    if case .weekday = day, instant <= now {
      return try resolve(on: date.adding(days: 7), zone: zone, after: start, offset: offset, field: field)
    }
    return instant
  }

  private func resolve(
    on date: CareDay, zone: Zone, after start: Instant?, offset chosen: String?, field: String
  ) throws(Refusal) -> Instant {
    let local = LocalTime(day: date, second: secondOfDay)
    if let offset {
      guard chosen.map({ UTCOffset.parse($0) == offset }) ?? true else {
        throw .invalid(field: "offset", .offsetDoesNotFit(offset: chosen ?? "", at: local, zone: zone))
      }
      return Instant(milliseconds: (local.wallSeconds - offset) * 1000)
    }
    let possible: [Instant]
    switch zone.resolve(local) {
    case .unique(let instant): possible = [instant]
    case .repeated(let first, let second): possible = [first, second]
    case .skipped: throw .invalid(field: field, .skipped(local, zone: zone))
    }
    guard let chosen else { return possible.first { instant in start.map { instant >= $0 } ?? true } ?? possible[0] }
    let seconds = UTCOffset.parse(chosen)
    guard let instant = possible.first(where: { zone.offset(at: $0) == seconds }) else {
      throw .invalid(field: "offset", .offsetDoesNotFit(offset: chosen, at: local, zone: zone))
    }
    return instant
  }
}

/// How far clocks are ahead of UTC, as RFC 3339 writes it.
package enum UTCOffset {
  /// Reads `-06:00`, `-06` or `Z` as seconds; `nil` for anything else.
  package static func parse(_ text: String) -> Int64? {
    if text == "Z" || text == "z" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let hours = Int(digits: parts[0], 2...2), hours < 24,
      let minutes = parts.count == 2 ? Int(digits: parts[1], 2...2) : 0, minutes < 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  /// Writes seconds as `-06:00`.
  package static func text(_ seconds: Int64) -> String {
    let minutes = Int(seconds.magnitude / 60)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(seconds < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}

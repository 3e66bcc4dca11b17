import VisitsModel

/// The clocks of a VTIMEZONE that is known by no name, from its observances (RFC 5545, 3.6.5).
struct ObservedClock: WallClock {
  /// When the offset changes, and to what, in order.
  private var onsets: [(at: Instant, offset: Int64)] = []
  /// Before the first of them.
  private var earliest: Int64 = 0

  /// `nil` when an observance cannot be read, or there is none.
  ///
  /// - Parameter window: When the clocks are asked.
  init?(_ component: CalendarComponent, window: Range<Instant>) {
    let observances = component.components.filter { $0.name == "STANDARD" || $0.name == "DAYLIGHT" }
    guard (1...64).contains(observances.count) else { return nil }
    var first: Instant?
    for observance in observances {
      guard let from = observance.first("TZOFFSETFROM").flatMap({ Self.offset($0.value) }),
        let to = observance.first("TZOFFSETTO").flatMap({ Self.offset($0.value) }),
        let starts = Self.starts(of: observance, on: SteadyClock(seconds: from), window: window),
        let start = starts.first
      else { return nil }
      onsets += starts.map { ($0, to) }
      if first.map({ start < $0 }) ?? true {
        first = start
        earliest = from
      }
    }
    onsets.sort { $0.at < $1.at }
  }

  func offset(at instant: Instant) -> Int64 {
    // By halves: a calendar may name thousands.
    var (low, high) = (0, onsets.count)
    while low < high {
      let middle = (low + high) / 2
      if onsets[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? earliest : onsets[low - 1].offset
  }

  /// When an observance begins: the first time of all, and those that matter within the window.
  private static func starts(
    of observance: CalendarComponent, on clock: SteadyClock, window: Range<Instant>
  ) -> [Instant]? {
    guard let line = observance.first("DTSTART"), let time = try? CalendarTime(line) else { return nil }
    var starts = [clock.moment(of: time.local).instant]
    for line in observance.all("RDATE") {
      for text in line.value.split(separator: ",").prefix(1000) {
        guard let time = try? CalendarTime(String(text), of: line) else { return nil }
        starts.append(clock.moment(of: time.local).instant)
      }
    }
    if let line = observance.first("RRULE") {
      guard let rule = try? RecurrenceRule(line.value, from: time.local), rule.frequency == .yearly else { return nil }
      let recurrence = Recurrence(from: time.local, by: rule)
      // What holds within the window began up to a year before it, or with the last of a rule that has ended.
      let year: Int64 = 366 * 24 * 60
      var windows = [window.lowerBound.adding(minutes: -2 * year)..<window.upperBound.adding(minutes: year)]
      switch rule.limit {
      case .never: break
      case .count: windows.append(starts[0]..<max(starts[0], windows[0].lowerBound))
      case .day(let day): windows.append(around(LocalTime(day: day), year))
      case .local(let local): windows.append(around(local, year))
      case .instant(let instant): windows.append(around(Zone.utc.local(instant), year))
      }
      for window in windows { starts += recurrence.occurrences(within: window, on: clock).map(\.start) }
    }
    return starts
  }

  /// The last years of a rule that ends.
  private static func around(_ end: LocalTime, _ year: Int64) -> Range<Instant> {
    let end = Zone.utc.moment(of: end).instant
    return end.adding(minutes: -2 * year)..<end.adding(minutes: 2 * 24 * 60)
  }

  /// Reads `-0700` or `+013000` as seconds.
  private static func offset(_ text: String) -> Int64? {
    let text = text.trimmingBlanks
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst()
    guard digits.utf8.count == 4 || digits.utf8.count == 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(digits.utf8.count == 4 ? digits + "00" : digits)
    else { return nil }
    let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100)
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
  }
}

/// Clocks that never change.
private struct SteadyClock: WallClock {
  let seconds: Int64

  func offset(at instant: Instant) -> Int64 { seconds }
}

import VisitsModel

/// A time as a calendar writes it (RFC 5545, 3.3.4 and 3.3.5).
enum CalendarTime: Sendable, Hashable {
  /// `20261120T150000Z`
  case utc(Instant)
  /// `TZID=America/Edmonton:20261120T080000`
  case zoned(LocalTime, zone: String)
  /// `20261120T080000`: wherever whoever looks at it is.
  case floating(LocalTime)
  /// `20261120`: all day.
  case day(CareDay)

  /// Reads a property that holds one time.
  init(_ line: ContentLine) throws(CalendarFault) {
    try self.init(line.value, of: line)
  }

  /// Reads one of a property's times.
  init(_ text: String, of line: ContentLine) throws(CalendarFault) {
    let text = text.filter { !$0.isWhitespace }[...]
    if let day = CareDay(basic: text) {
      self = .day(day)
    } else if text.last == "Z" || text.last == "z", let local = LocalTime(basic: text.dropLast()) {
      let instant = Zone.utc.moment(of: local).instant
      // RFC 5545, 3.2.19: some programs mean UTC, others the zone.
      if let zone = line.parameter("TZID"), !zone.isEmpty, !CalendarZones.isUTC(zone, at: instant) {
        throw CalendarFault(property: line.name, reason: .zoneBesideUTC(String(text), zone: zone))
      }
      self = .utc(instant)
    } else if let local = LocalTime(basic: text) {
      self = line.parameter("TZID").map { .zoned(local, zone: $0) } ?? .floating(local)
    } else {
      throw CalendarFault(property: line.name, reason: .badTime(String(line.value)))
    }
  }

  /// What stands in the text.
  var local: LocalTime {
    switch self {
    case .utc(let instant): Zone.utc.local(instant)
    case .zoned(let local, _), .floating(let local): local
    case .day(let day): LocalTime(day: day)
    }
  }

  /// What tells it apart from other times of the same series: `20261120T080000`.
  var key: String { key(at: local) }

  /// Whether it is the same moment everywhere.
  var isAbsolute: Bool {
    switch self {
    case .utc, .zoned: true
    case .floating, .day: false
    }
  }

  /// What tells a time of this one's series apart from the others.
  func key(at local: LocalTime) -> String {
    if case .utc = self { return local.basicText + "Z" }
    return local.basicText
  }
}

/// A length of time as a calendar writes it (RFC 5545, 3.3.6): days on the wall, which clock changes make shorter or
/// longer, and then exact seconds.
struct CalendarDuration: Sendable, Hashable {
  var days: Int64 = 0
  var seconds: Int64 = 0

  /// In seconds, where no clock is changed.
  var usualSeconds: Int64 { days * 86_400 + seconds }

  /// So many seconds, whatever clocks do.
  init(seconds: Int64) { self.seconds = seconds }

  /// Reads `PT1H30M`, `P1DT2H`, `P2W`, `-PT15M`; `nil` for anything else.
  init?(_ text: String) {
    var rest = text.trimmingBlanks.uppercased()[...]
    let isNegative = rest.hasPrefix("-")
    if rest.hasPrefix("-") || rest.hasPrefix("+") { rest = rest.dropFirst() }
    guard rest.hasPrefix("P") else { return nil }
    rest = rest.dropFirst()
    var units: [(Character, Int64)] = [("W", 604_800), ("D", 86_400), ("T", 0), ("H", 3600), ("M", 60), ("S", 1)]
    var isInTime = false
    var isEmpty = true
    while !rest.isEmpty {
      if rest.first == "T", !isInTime {
        isInTime = true
        units = units.filter { "HMS".contains($0.0) }
        rest = rest.dropFirst()
        isEmpty = true
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...9).contains(digits.utf8.count), let number = Int64(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let unit = rest.first, let index = units.firstIndex(where: { $0.0 == unit }),
        isInTime == "HMS".contains(unit)
      else { return nil }
      let amount = number * units[index].1
      if isInTime { seconds += amount } else { days += amount / 86_400 }
      units.removeFirst(index + 1)
      rest = rest.dropFirst()
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}

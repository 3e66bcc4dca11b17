/// What stands between a BEGIN and its END: an event, a time zone, an alarm.
struct CalendarComponent: Sendable, Hashable {
  /// In capitals: VEVENT.
  let name: String
  /// The number of the line that begins it.
  let number: Int
  var properties: [ContentLine] = []
  var components: [CalendarComponent] = []
  /// The first of its own lines that nobody can read.
  var malformed: Int?

  /// The first property of a name.
  func first(_ name: String) -> ContentLine? { properties.first { $0.name == name } }

  /// All properties of a name.
  func all(_ name: String) -> [ContentLine] { properties.filter { $0.name == name } }
}

/// Hands over the components of calendars one by one, so that none but the present one is held.
struct CalendarComponentReader {
  /// What comes next.
  enum Part {
    /// A calendar begins, perhaps inside another.
    case begin
    /// A property of the calendar itself.
    case property(ContentLine)
    case component(CalendarComponent)
    /// The end of the calendar that began last; another may follow.
    case end
  }

  private var lines: ContentLineReader
  private let limits: CalendarLimits
  /// How many calendars have begun and not ended.
  private var depth = 0
  /// Whether a whole calendar has come: what follows it is no calendar's.
  private var isBehind = false

  init(_ bytes: [UInt8], limits: CalendarLimits) {
    lines = ContentLineReader(bytes, longest: limits.lineBytes)
    self.limits = limits
  }

  /// The next part; `nil` behind the last calendar.
  mutating func next() throws(CalendarFault) -> Part? {
    while let line = lines.next() {
      guard case .line(let line) = line else {
        // Outside of events a line that says nothing does no harm.
        guard depth > 0 || isBehind else { throw CalendarFault(reason: .noCalendar) }
        continue
      }
      switch (line.name, depth > 0) {
      case ("BEGIN", _) where line.component == "VCALENDAR":
        guard depth < limits.depth else { throw CalendarFault(reason: .tooDeep(line: line.number)) }
        depth += 1
        return .begin
      case ("BEGIN", false): throw CalendarFault(reason: .noCalendar)
      case (_, false):
        // A mail program's signature, say.
        guard isBehind else { throw CalendarFault(reason: .noCalendar) }
      case ("END", true):
        guard line.component == "VCALENDAR" else { throw CalendarFault(reason: .unpaired(line.number)) }
        depth -= 1
        isBehind = true
        return .end
      case ("BEGIN", true): return .component(try component(line, depth: 1))
      case (_, true): return .property(line)
      }
    }
    guard depth == 0 else { throw CalendarFault(reason: .breaksOff) }
    return nil
  }

  private mutating func component(_ begin: ContentLine, depth: Int) throws(CalendarFault) -> CalendarComponent {
    guard depth <= limits.depth else { throw CalendarFault(reason: .tooDeep(line: begin.number)) }
    var component = CalendarComponent(name: begin.component, number: begin.number)
    while let line = lines.next() {
      switch line {
      case .malformed(let number): component.malformed = component.malformed ?? number
      case .line(let line) where line.name == "BEGIN":
        let inner = try self.component(line, depth: depth + 1)
        if component.components.count < limits.properties { component.components.append(inner) }
      case .line(let line) where line.name == "END":
        guard line.component == component.name else { throw CalendarFault(reason: .unpaired(line.number)) }
        return component
      case .line(let line):
        guard component.properties.count < limits.properties else {
          throw CalendarFault(reason: .tooManyProperties(line: line.number, limit: limits.properties))
        }
        component.properties.append(line)
      }
    }
    throw CalendarFault(reason: .breaksOff)
  }
}

extension ContentLine {
  /// The component that a BEGIN or END names.
  fileprivate var component: String { value.split(separator: " ").joined().uppercased() }
}

import FHIR
import VisitsModel

/// One VEVENT: when it takes place, and what it says of the visit.
struct CalendarEvent: Sendable, Hashable {
  /// What lasts from its start to its end.
  enum Length: Sendable, Hashable {
    case until(CalendarTime)
    case lasting(CalendarDuration)
  }

  /// What a visit is made of, but for its times.
  struct Contents: Sendable, Hashable {
    var client: String
    var worker: String?
    /// Whether nobody is left who comes.
    var isOpen = false
    /// Who does not come.
    var declined: [String] = []
    /// Whether all who were asked have declined.
    var comesNobody = false
    var address: String?
    var service: String?
    var note: String?
    /// Properties for which the note has no room.
    var leftOut: [String] = []
    /// Who has asked somebody else to come, unless it is that other's visit.
    var delegating: [String] = []
  }

  /// Counted from 1 within the text.
  private(set) var number: Int
  /// The event's title, quoted: `"Margaret Chen"`; without one `VEVENT 3`.
  private(set) var title: String
  /// The same with the day on which it begins, for refusals: `"Margaret Chen", 2026-11-20`. Where another event has that
  /// title and may be on that day, the time stands behind it.
  private(set) var place: String
  /// Whether its title and a day can mean another event, too.
  private(set) var isNamesake = false
  let uid: String?
  /// A later one replaces an earlier one of the same UID.
  let sequence: Int
  /// DTSTAMP, as written.
  let stamp: String
  /// LAST-MODIFIED, as written.
  let modified: String
  /// Which occurrence of its series it stands for.
  private(set) var recurrenceID: CalendarTime?
  let start: CalendarTime
  let rule: RecurrenceRule?
  /// More starts, some with an end of their own.
  let additions: [Addition]
  /// The starts that do not take place.
  let exclusions: [CalendarTime]
  let isCancelled: Bool
  let length: Result<Length, CalendarFault>
  let contents: Result<Contents, CalendarFault>
  /// Notes on values that are read differently from how they are written, or ignored.
  let remarks: [CalendarFault]

  /// A start that no rule gives.
  struct Addition: Sendable, Hashable {
    let start: CalendarTime
    let length: Length?
  }

  /// It is one more day of an event that was sent before (RFC 5546, 3.2.4).
  mutating func becomeAddition() { recurrenceID = recurrenceID ?? start }

  /// Tells it from the events whose title is the same by the time at which it begins.
  mutating func becomeNamesake(in zone: Zone) {
    guard place != title else { return }
    isNamesake = true
    place += Self.time(localStart(in: zone))
  }

  /// The place of one of its days: a series tells each of them apart.
  func place(on start: EventStart, in zone: Zone) -> String {
    let local = if case .utc = self.start { zone.local(start.instant) } else { start.local }
    return "\(title), \(local.day.text)\(isNamesake ? Self.time(local) : "")"
  }

  private func localStart(in zone: Zone) -> LocalTime {
    if case .utc(let instant) = start { zone.local(instant) } else { start.local }
  }

  /// ` 08:00`.
  private static func time(_ local: LocalTime) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return " \(padded(local.hour)):\(padded(local.minute))"
  }

  /// Whether it takes place more than once.
  var isRecurring: Bool { rule != nil || !additions.isEmpty }

  /// The later of two versions in one text.
  var order: (Int, String) { (sequence, modified.isEmpty ? stamp : modified) }

  /// Which version of the event it is. Programs that have no time of change write the start in its place.
  ///
  /// - Parameter beginning: The moment of the start, if that is known.
  func version(beginning: Instant?) -> EventVersion {
    func moment(_ text: String) -> Instant? {
      guard text.last == "Z", let local = LocalTime(basic: text.dropLast()), local != start.local else { return nil }
      let moment = Zone.utc.moment(of: local).instant
      return moment == beginning ? nil : moment
    }
    return EventVersion(sequence: sequence, stamp: moment(stamp), modified: moment(modified))
  }

  /// Whether another event says the same.
  func isCopy(of other: CalendarEvent) -> Bool {
    var copy = self
    copy.number = other.number
    copy.title = other.title
    copy.place = other.place
    copy.isNamesake = other.isNamesake
    return copy == other
  }

  /// The name by which an office finds a component in its calendar: the title and day. If it lacks one of them, its
  /// number in the text.
  static func place(of component: CalendarComponent, number: Int, in zone: Zone) -> String {
    guard component.first("SUMMARY") != nil else { return title(of: component, number: number) }
    guard let day = day(of: component, in: zone) else {
      return "VEVENT \(number) \(title(of: component, number: number))"
    }
    return "\(title(of: component, number: number)), \(day)"
  }

  private static func title(of component: CalendarComponent, number: Int) -> String {
    guard let summary = component.first("SUMMARY") else { return "VEVENT \(number)" }
    return "\(Quotation(CalendarText.unescaped(summary.value.prefix(200)), limit: 40))"
  }

  /// The day that DTSTART begins with: the agency's of a time in UTC, else as it is written.
  private static func day(of component: CalendarComponent, in zone: Zone) -> String? {
    let word = component.first("DTSTART")?.word ?? ""
    if word.hasSuffix("Z"), let local = LocalTime(basic: word.dropLast()) {
      return zone.day(of: Zone.utc.moment(of: local).instant).text
    }
    let digits = word.prefix(8)
    return CareDay("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6))")?.text
  }

  /// Reads a VEVENT.
  ///
  /// - Parameter isCancellation: Whether nothing of the calendar takes place: then a day is known by its original start.
  /// - Throws: ``CalendarFault`` if its times cannot be determined. Any other fault is stored with the event, since it does
  ///   not matter for an event outside the window.
  init(
    _ component: CalendarComponent, number: Int, worker: String?, zone: Zone, isCancellation: Bool = false
  ) throws(CalendarFault) {
    self.number = number
    title = Self.title(of: component, number: number)
    place = Self.place(of: component, number: number, in: zone)
    if let line = component.malformed { throw CalendarFault(reason: .malformedLine(line)) }
    let status = component.first("STATUS")?.word ?? ""
    isCancelled = Self.cancelled.contains(status)
    recurrenceID = try Self.recurrenceID(component)
    if let start = try component.only("DTSTART") {
      self.start = try CalendarTime(start)
    } else if let recurrenceID, isCancelled || isCancellation {
      start = recurrenceID
    } else {
      throw CalendarFault(property: "DTSTART", reason: .noStart)
    }
    rule = try Self.rule(component, from: self.start)
    // To count COUNT through centuries takes long, and nobody has been visited for so long.
    let year = self.start.local.day.year
    guard rule == nil || year >= 1900 else { throw CalendarFault(property: "DTSTART", reason: .longAgo(year: year)) }
    let uid = try component.only("UID")?.value ?? ""
    guard uid.unicodeScalars.count <= 1000 else { throw CalendarFault(property: "UID", reason: .tooLong(limit: 1000)) }
    self.uid = uid.isEmpty ? nil : uid
    sequence = component.first("SEQUENCE").flatMap { Int($0.word) } ?? 0
    stamp = component.first("DTSTAMP")?.word ?? ""
    modified = component.first("LAST-MODIFIED")?.word ?? ""
    additions = try Self.additions(component)
    exclusions = try Self.times(component.whole("EXDATE"))
    length = Result { () throws(CalendarFault) in try Self.length(component) }
    contents = Result { () throws(CalendarFault) in try Contents(component, worker: worker) }
    remarks = Self.remarks(component, status: status) + (try? contents.get()).remarks
  }

  /// The right word and the American one.
  private static let cancelled: Set = ["CANCELLED", "CANCELED"]

  /// Whether a component says of itself that it does not take place.
  static func isCancelled(_ component: CalendarComponent) -> Bool {
    cancelled.contains(component.first("STATUS")?.word ?? "")
  }

  private static func remarks(_ component: CalendarComponent, status: String) -> [CalendarFault] {
    var remarks: [CalendarFault] = []
    switch status {
    case "", "CONFIRMED", "CANCELLED", "CANCELED": break
    case "TENTATIVE": remarks.append(CalendarFault(property: "STATUS", reason: .tentative))
    default: remarks.append(CalendarFault(property: "STATUS", reason: .unknownWord(status, readAs: "CONFIRMED")))
    }
    if component.first("TRANSP")?.word == "TRANSPARENT" {
      remarks.append(CalendarFault(property: "TRANSP", reason: .freeTime))
    }
    if component.first("DESCRIPTION") == nil {
      for name in ["X-ALT-DESC", "STYLED-DESCRIPTION"] where component.first(name) != nil {
        remarks.append(CalendarFault(property: name, reason: .notTaken))
      }
    }
    if component.first("LOCATION") == nil, component.first("GEO") != nil {
      remarks.append(CalendarFault(property: "GEO", reason: .notTaken))
    }
    if component.all("ATTACH").contains(where: { !$0.isLink }) {
      remarks.append(CalendarFault(property: "ATTACH", reason: .notTaken))
    }
    return remarks
  }

  private static func recurrenceID(_ component: CalendarComponent) throws(CalendarFault) -> CalendarTime? {
    guard let line = try component.only("RECURRENCE-ID") else { return nil }
    guard line.parameter("RANGE") == nil else {
      throw CalendarFault(property: "RECURRENCE-ID", reason: .rangeOfSeries)
    }
    return try CalendarTime(line)
  }

  private static func rule(
    _ component: CalendarComponent, from start: CalendarTime
  ) throws(CalendarFault) -> RecurrenceRule? {
    guard component.first("EXRULE") == nil else {
      throw CalendarFault(property: "EXRULE", reason: .exceptionRule)
    }
    guard let line = try component.only("RRULE"), !line.value.isEmpty else { return nil }
    do {
      return try RecurrenceRule(line.value, from: start.local)
    } catch {
      throw CalendarFault(property: "RRULE", reason: .recurrence(error))
    }
  }

  private static func additions(_ component: CalendarComponent) throws(CalendarFault) -> [Addition] {
    var additions: [Addition] = []
    for line in try component.whole("RDATE") {
      for text in line.value.split(separator: ",") {
        let sides = text.split(separator: "/", maxSplits: 1)
        let start = try CalendarTime(String(sides.first ?? ""), of: line)
        var length: Length?
        if sides.count == 2 {
          if let duration = CalendarDuration(String(sides[1])) {
            length = .lasting(duration)
          } else {
            length = .until(try CalendarTime(String(sides[1]), of: line))
          }
        }
        additions.append(Addition(start: start, length: length))
      }
    }
    return additions
  }

  private static func times(_ lines: [ContentLine]) throws(CalendarFault) -> [CalendarTime] {
    var times: [CalendarTime] = []
    for line in lines {
      for text in line.value.split(separator: ",") { times.append(try CalendarTime(String(text), of: line)) }
    }
    return times
  }

  private static func length(_ component: CalendarComponent) throws(CalendarFault) -> Length {
    let duration = try component.only("DURATION")
    if let end = try component.only("DTEND") {
      guard duration == nil else { throw CalendarFault(property: "DURATION", reason: .twoEnds) }
      return .until(try CalendarTime(end))
    }
    guard let duration else { throw CalendarFault(property: "DTEND", reason: .noEnd) }
    guard let length = CalendarDuration(duration.value) else {
      throw CalendarFault(property: "DURATION", reason: .badDuration(duration.value))
    }
    return .lasting(length)
  }
}

extension CalendarComponent {
  /// The property of a name that may stand once. One that says twice the same says it once.
  func only(_ name: String) throws(CalendarFault) -> ContentLine? {
    let all = all(name)
    guard let first = all.first else { return nil }
    let isOne = all.allSatisfy { $0.value == first.value && $0.parameters == first.parameters }
    guard isOne else { throw CalendarFault(property: name, reason: .repeated) }
    return first
  }

  /// All properties of a name, where none may be lost.
  fileprivate func whole(_ name: String) throws(CalendarFault) -> [ContentLine] {
    let all = all(name)
    if let line = all.first(where: \.isCutOff) {
      throw CalendarFault(property: name, reason: .tooLong(limit: line.value.unicodeScalars.count))
    }
    return all
  }
}

extension CalendarEvent.Contents? {
  /// What of them is taken otherwise than it is written, or not at all.
  fileprivate var remarks: [CalendarFault] {
    guard let self else { return [] }
    return self.leftOut.map { CalendarFault(property: $0, reason: .noRoom) }
      + self.delegating.map { CalendarFault(property: "ATTENDEE", reason: .delegated($0)) }
  }
}

extension Result {
  /// What a body that throws one kind of error gives.
  fileprivate init(_ body: () throws(Failure) -> Success) {
    do { self = .success(try body()) } catch { self = .failure(error) }
  }
}

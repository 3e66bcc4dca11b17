import VisitsModel

/// The reading of one text: event by event, then, at a calendar's end, the visits that they give. Only there all its
/// zones are known, and which event changes which.
struct CalendarReading {
  let reader: CalendarReader
  var zones: CalendarZones
  /// Where times without a zone are meant, if the calendar says so (X-WR-TIMEZONE).
  var ownZone: Zone?
  /// What is left to find occurrences with.
  var budget: RecurrenceBudget
  private var events: [CalendarEvent] = []
  /// What the calendar is sent for (RFC 5546, 3.2); empty where it does not say.
  private var method = ""
  /// Nothing of the calendar takes place.
  var isCancellation: Bool { method == "CANCEL" }
  private var number = 0
  private var outside = 0
  private var entries: [Found<PlannedEntry>] = []
  private var refused: [Found<ImportSummary.Refused>] = []
  private var whole: [String: Bool] = [:]
  /// The UIDs of events of which a part cannot be taken.
  private var torn: Set<String> = []
  /// Days of events, by UID, of which something is told that cannot be taken: they are not planned at their old time.
  private var replaced: [String: [Replaced]] = [:]

  /// A day of an event that is told otherwise.
  private struct Replaced {
    let original: CalendarTime
    /// Whether all days after it are too (RANGE=THISANDFUTURE).
    let isRange: Bool
  }

  /// Something with the event that it comes from, since a plan tells all in the order of the text.
  private struct Found<Thing> {
    let number: Int
    let thing: Thing
  }

  init(_ reader: CalendarReader) {
    self.reader = reader
    budget = RecurrenceBudget(days: reader.limits.days)
    zones = CalendarZones(window: reader.window)
  }

  mutating func read(_ bytes: [UInt8]) throws(CalendarFault) -> SchedulePlan {
    let limits = reader.limits
    guard bytes.count <= limits.bytes else { throw CalendarFault(reason: .tooLarge(limit: limits.bytes)) }
    var components = CalendarComponentReader(bytes, limits: limits)
    var calendars = 0
    while let part = try components.next() {
      switch part {
      case .property(let line): try readProperty(line)
      case .component(let component) where component.name == "VTIMEZONE": zones.add(component)
      case .component(let component) where component.name == "VEVENT": try readEvent(component)
      case .component: break
      case .end:
        finishCalendar()
        guard entries.count <= limits.visits else {
          throw CalendarFault(reason: .tooManyVisits(limit: limits.visits))
        }
        calendars += 1
      }
    }
    guard calendars > 0 else { throw CalendarFault(reason: .noCalendar) }
    var plan = SchedulePlan()
    plan.outside = outside
    plan.calendar = CalendarScope(window: reader.window, events: whole.filter { !torn.contains($0.key) })
    let found = inOrder(entries)
    plan.entries = found.map(\.thing)
    var before = 0
    for refusal in inOrder(refused) {
      while before < found.count, found[before].number < refusal.number { before += 1 }
      plan.gaps.append(SchedulePlan.Gap(refusal.thing, entriesBefore: before))
    }
    return plan
  }

  private func inOrder<Thing>(_ found: [Found<Thing>]) -> [Found<Thing>] {
    found.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }.map(\.element)
  }

  private mutating func readProperty(_ line: ContentLine) throws(CalendarFault) {
    switch line.name {
    case "X-WR-TIMEZONE": ownZone = CalendarZones.zone(named: line.value)
    case "METHOD":
      let method = line.value.uppercased()
      guard !["REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"].contains(method) else {
        throw CalendarFault(reason: .notASchedule(method: method))
      }
      self.method = method
    default: break
    }
  }

  private mutating func readEvent(_ component: CalendarComponent) throws(CalendarFault) {
    number += 1
    guard number <= reader.limits.events else {
      throw CalendarFault(reason: .tooManyEvents(limit: reader.limits.events))
    }
    do {
      var event = try CalendarEvent(component, number: number, worker: reader.worker)
      if method == "ADD" { event.becomeAddition() }
      events.append(event)
    } catch {
      if let uid = component.first("UID")?.value {
        torn.insert(uid)
        if let line = component.first("RECURRENCE-ID"), let original = try? CalendarTime(line) {
          replaced[uid, default: []].append(Replaced(original: original, isRange: line.parameter("RANGE") != nil))
        }
      }
      refuse(error, CalendarEvent.place(of: component, number: number), number)
    }
  }

  private mutating func finishCalendar() {
    var order: [String] = []
    var series: [String: [CalendarEvent]] = [:]
    for event in events {
      // An event without a UID is nobody's other version.
      let key = event.uid.map { "=\($0)" } ?? "#\(event.number)"
      if series[key] == nil { order.append(key) }
      series[key, default: []].append(event)
    }
    for key in order where !reader.isAbandoned() { plan(series[key] ?? []) }
    (events, replaced) = ([], [:])
    zones = CalendarZones(window: reader.window)
    ownZone = nil
    method = ""
  }

  /// Whether a day of an event is told otherwise by something that is refused.
  mutating func isReplaced(_ start: Instant, of event: CalendarEvent) -> Bool {
    guard let uid = event.uid else { return false }
    for day in replaced[uid] ?? [] {
      guard let original = try? moment(of: day.original, in: event) else { continue }
      if day.isRange ? start >= original : start == original { return true }
    }
    return false
  }

  /// Does a part of the reading; what it throws is the refusal of an event.
  mutating func reporting(
    _ event: CalendarEvent, _ body: (inout CalendarReading) throws(CalendarFault) -> Void
  ) {
    do { try body(&self) } catch { refuse(error, in: event) }
  }

  /// Takes note of an event of which not only single days are told.
  mutating func note(_ event: CalendarEvent) {
    // Who calls off an event need not repeat how often it takes place.
    if let uid = event.uid { whole[uid] = whole[uid] == true || event.isRecurring || isCancellation }
  }

  mutating func refuse(_ fault: CalendarFault, in event: CalendarEvent) {
    if let uid = event.uid { torn.insert(uid) }
    refuse(fault, event.place, event.number)
  }

  private mutating func refuse(_ fault: CalendarFault, _ place: String, _ number: Int) {
    let place = fault.property.isEmpty ? place : "\(place): \(fault.property)"
    let refusal = ImportSummary.Refused(place: .path(place), reason: .fault(fault.reason.fault))
    refused.append(Found(number: number, thing: refusal))
  }

  mutating func add(_ entry: PlannedEntry, of event: CalendarEvent) {
    // One more than the limit tells that it was passed; more would only fill the memory.
    guard entries.count <= reader.limits.visits else { return }
    var entry = entry
    entry.isCancelled = entry.isCancelled == true || isCancellation
    entries.append(Found(number: event.number, thing: entry))
  }

  mutating func countOutside() { outside += 1 }
}

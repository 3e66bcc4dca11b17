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
  /// METHOD:CANCEL: nothing of the calendar takes place.
  private(set) var isCancellation = false
  private var number = 0
  private var outside = 0
  private var entries: [Found<PlannedEntry>] = []
  private var refused: [Found<ImportSummary.Refused>] = []
  private var whole: [String: Bool] = [:]
  /// The UIDs of events of which a part cannot be taken.
  private var torn: Set<String> = []

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
      isCancellation = method == "CANCEL"
    default: break
    }
  }

  private mutating func readEvent(_ component: CalendarComponent) throws(CalendarFault) {
    number += 1
    guard number <= reader.limits.events else {
      throw CalendarFault(reason: .tooManyEvents(limit: reader.limits.events))
    }
    do {
      events.append(try CalendarEvent(component, number: number, worker: reader.worker))
    } catch {
      if let uid = component.first("UID")?.value { torn.insert(uid) }
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
    events = []
    zones = CalendarZones(window: reader.window)
    ownZone = nil
    isCancellation = false
  }

  /// Does a part of the reading; what it throws is the refusal of an event.
  mutating func reporting(
    _ event: CalendarEvent, _ body: (inout CalendarReading) throws(CalendarFault) -> Void
  ) {
    do { try body(&self) } catch { refuse(error, in: event) }
  }

  /// Takes note of an event of which not only single days are told.
  mutating func note(_ event: CalendarEvent) {
    if let uid = event.uid { whole[uid] = whole[uid] == true || event.isRecurring }
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

import VisitsModel

/// The reading of one text: event by event, then, at a calendar's end, the visits that they give. Only there all its
/// zones are known, and which event changes which.
struct CalendarReading {
  let reader: CalendarReader
  /// The calendar that is being read.
  var calendar: OneCalendar
  /// Those around it: some programs put one calendar into another.
  private var around: [OneCalendar] = []
  /// What is left to find occurrences with.
  var budget: RecurrenceBudget
  private var number = 0
  private var outside = 0
  private var entries: [Found<PlannedEntry>] = []
  private var cancellations: [PlannedCancellation] = []
  private var refused: [Found<ImportSummary.Refused>] = []
  private var notes: [Found<ImportSummary.Refused>] = []
  private var passedOver: [ImportSummary.PassedOver] = []
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
    calendar = OneCalendar(zones: CalendarZones(window: reader.window))
  }

  mutating func read(_ bytes: [UInt8]) throws(CalendarFault) -> SchedulePlan {
    let limits = reader.limits
    guard bytes.count <= limits.bytes else { throw CalendarFault(reason: .tooLarge(limit: limits.bytes)) }
    var components = CalendarComponentReader(bytes, limits: limits)
    var calendars = 0
    while let part = try components.next() {
      switch part {
      case .begin:
        around.append(calendar)
        calendar = calendar.inside
      case .property(let line): try readProperty(line)
      case .component(let component): try readComponent(component)
      case .end:
        finishCalendar()
        guard entries.count <= limits.visits else {
          throw CalendarFault(reason: .tooManyVisits(limit: limits.visits))
        }
        if let outer = around.popLast() { calendar = outer }
        calendars += 1
      }
    }
    guard calendars > 0 else { throw CalendarFault(reason: .noCalendar) }
    return plan
  }

  private var plan: SchedulePlan {
    var plan = SchedulePlan()
    plan.outside = outside
    plan.calendar = CalendarScope(window: reader.window, events: whole.filter { !torn.contains($0.key) })
    let found = inOrder(entries)
    plan.entries = found.map(\.thing)
    plan.cancellations = cancellations
    plan.passedOver = passedOver
    plan.notes = inOrder(notes).map(\.thing)
    if number == 0 {
      plan.notes.append(
        ImportSummary.Refused(place: .calendar, reason: .fault(CalendarFault.Reason.noEvent.fault)))
    }
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
    case "X-WR-TIMEZONE", "TIMEZONE-ID": calendar.zoneName = CalendarText.unescaped(line.value).trimmingBlanks
    case "VERSION":
      guard !line.word.hasPrefix("1.") else { throw CalendarFault(reason: .oldVersion(line.word)) }
    case "METHOD":
      let method = line.word
      guard !["REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"].contains(method) else {
        throw CalendarFault(reason: .notASchedule(method: method))
      }
      calendar.method = ["CANCELED", "CANCELLED"].contains(method) ? "CANCEL" : method
      guard !["", "PUBLISH", "REQUEST", "ADD", "CANCEL"].contains(calendar.method) else { return }
      note(CalendarFault(reason: .unknownWord(method, readAs: "PUBLISH")), "METHOD", number)
    default: break
    }
  }

  private mutating func readComponent(_ component: CalendarComponent) throws(CalendarFault) {
    switch component.name {
    case "VEVENT":
      for inner in component.components where inner.name != "VALARM" { passOver(inner, .nested) }
      try readEvent(component)
    case "VTIMEZONE": calendar.zones.add(component)
    case "VALARM": break
    default:
      passOver(component, .notRead)
      // Only nested VEVENTs count: a component that is not read has parts of its own, as VAVAILABILITY has AVAILABLE.
      for inner in component.components where inner.name == "VEVENT" { passOver(inner, .nested) }
    }
  }

  private mutating func passOver(_ component: CalendarComponent, _ reason: ImportSummary.PassedOver.Reason) {
    passedOver.count(component.name, reason)
  }

  private mutating func readEvent(_ component: CalendarComponent) throws(CalendarFault) {
    number += 1
    guard number <= reader.limits.events else {
      throw CalendarFault(reason: .tooManyEvents(limit: reader.limits.events))
    }
    do {
      var event = try CalendarEvent(
        component, number: number, worker: reader.worker, zone: reader.zone,
        isCancellation: calendar.isCancellation)
      if calendar.method == "ADD" { event.becomeAddition() }
      calendar.events.append(event)
    } catch {
      let place = CalendarEvent.place(of: component, number: number, in: reader.zone)
      if let uid = component.first("UID")?.value, !uid.isEmpty {
        if error.reason == .noStart, calendar.isCancellation || CalendarEvent.isCancelled(component) {
          return cancel(uid, component, place)
        }
        torn.insert(uid)
        calendar.replace(component, of: uid, place: place)
      }
      refuse(error, place, number)
    }
  }

  /// Records a cancellation that has no start: it need not repeat the times or the client (RFC 5546, 3.2.5).
  private mutating func cancel(_ uid: String, _ component: CalendarComponent, _ place: String) {
    let sequence = component.first("SEQUENCE").flatMap { Int($0.word) } ?? 0
    cancellations.append(
      PlannedCancellation(
        place: .path(place), event: uid, original: nil, version: EventVersion(sequence: sequence, stamp: nil)))
  }

  /// The same for an event whose times are known.
  mutating func cancel(_ event: CalendarEvent, _ original: PlannedOccurrence.Original?) {
    guard let uid = event.uid else { return }
    cancellations.append(
      PlannedCancellation(place: .path(event.place), event: uid, original: original, version: version(of: event)))
  }

  /// Calls off what is known of a single event that lies outside the window: a newer version replaces the older one (RFC
  /// 5546, 2.1.5), and nothing else of this text tells the visit's day.
  mutating func moveOut(_ event: CalendarEvent) {
    guard let uid = event.uid, !event.isRecurring else { return }
    let start = event.start
    let time =
      start.isAbsolute || !calendar.isFloating(start)
      ? (try? moment(of: start, in: nil)).map { PlannedEntry.Time.instant($0) } : .local(start.local, zone: nil)
    guard let time else { return }
    var cancellation = PlannedCancellation(
      place: .path(event.place), event: uid, original: nil, version: version(of: event))
    if !event.isCancelled, !calendar.isCancellation { cancellation.movedTo = time }
    cancellations.append(cancellation)
  }

  /// Which version of its event it is.
  mutating func version(of event: CalendarEvent) -> EventVersion {
    event.version(beginning: try? moment(of: event.start, in: nil))
  }

  private mutating func finishCalendar() {
    if let name = calendar.zoneName, !name.isEmpty {
      calendar.ownClock = calendar.zones.clock(name)
      if calendar.ownClock == nil, calendar.events.contains(where: { calendar.isFloating($0.start) }) {
        note(CalendarFault(reason: .unknownOwnZone(name)), "X-WR-TIMEZONE", calendar.events[0].number)
      }
    }
    tellNamesakesApart()
    var order: [String] = []
    var series: [String: [CalendarEvent]] = [:]
    for event in calendar.events {
      // An event without a UID is nobody's other version.
      let key = event.uid.map { "=\($0)" } ?? "#\(event.number)"
      if series[key] == nil { order.append(key) }
      series[key, default: []].append(event)
    }
    for key in order where !reader.isAbandoned() { plan(series[key] ?? []) }
  }

  /// Has events of one title that may be on one day name their times.
  private mutating func tellNamesakesApart() {
    for indices in Dictionary(grouping: calendar.events.indices, by: { calendar.events[$0].title }).values {
      let isRepeated = indices.contains { calendar.events[$0].isRecurring }
      for alike in Dictionary(grouping: indices, by: { isRepeated ? "" : calendar.events[$0].place }).values {
        guard Set(alike.map { calendar.events[$0].uid ?? "#\($0)" }).count > 1 else { continue }
        for index in alike { calendar.events[index].becomeNamesake(in: reader.zone) }
      }
    }
  }

  /// Does a part of the reading; what it throws is the refusal of an event.
  mutating func reporting(
    _ event: CalendarEvent, _ body: (inout CalendarReading) throws(CalendarFault) -> Void
  ) {
    do { try body(&self) } catch { refuse(error, in: event) }
  }

  /// Records an event that the text describes as a whole, and not only by changes of single days.
  mutating func note(_ event: CalendarEvent) {
    // A cancellation need not repeat the recurrence rule.
    if let uid = event.uid { whole[uid] = whole[uid] == true || event.isRecurring || calendar.isCancellation }
  }

  mutating func refuse(_ fault: CalendarFault, in event: CalendarEvent) {
    if let uid = event.uid { torn.insert(uid) }
    refuse(fault, event.place, event.number)
  }

  private mutating func refuse(_ fault: CalendarFault, _ place: String, _ number: Int) {
    refused.append(Found(number: number, thing: fault.refused(at: place)))
  }

  /// Adds notes on values that are read differently from how they are written.
  mutating func tellRemarks(of event: CalendarEvent) {
    for remark in event.remarks { note(remark, event.place, event.number) }
  }

  private mutating func note(_ fault: CalendarFault, _ place: String, _ number: Int) {
    notes.append(Found(number: number, thing: fault.refused(at: place)))
  }

  mutating func add(_ entry: PlannedEntry, of event: CalendarEvent) {
    // One more than the limit tells that it was passed; more would only fill the memory.
    guard entries.count <= reader.limits.visits else { return }
    var entry = entry
    entry.isCancelled = entry.isCancelled == true || calendar.isCancellation
    entries.append(Found(number: event.number, thing: entry))
  }

  mutating func countOutside() { outside += 1 }
}

extension CalendarFault {
  fileprivate func refused(at place: String) -> ImportSummary.Refused {
    ImportSummary.Refused(
      place: .path(property.isEmpty ? place : "\(place): \(property)"), reason: .fault(reason.fault))
  }
}

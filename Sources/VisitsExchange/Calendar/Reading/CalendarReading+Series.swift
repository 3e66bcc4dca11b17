import VisitsModel

extension CalendarReading {
  /// Plans the events of one UID: one visit, or a series and what is different on some of its days.
  mutating func plan(_ events: [CalendarEvent]) {
    let master = newest(events.filter { $0.recurrenceID == nil })
    let isFloating = master.map { calendar.isFloating($0.start) } ?? false
    var overrides: [Instant: [CalendarEvent]] = [:]
    // Only the client's zone tells which day of a floating series such a change replaces.
    var absolute: [Instant: [CalendarEvent]] = [:]
    for event in events {
      guard let id = event.recurrenceID else { continue }
      do {
        let original = try moment(of: id, in: master)
        if isFloating, id.isAbsolute {
          absolute[original, default: []].append(event)
        } else {
          overrides[original, default: []].append(event)
        }
      } catch {
        refuse(error, in: event)
        calendar.replace(id, with: event)
      }
    }
    for (original, versions) in overrides.sorted(by: { $0.key < $1.key }) {
      guard let event = newest(versions) else { continue }
      reporting(event) { reading throws(CalendarFault) in
        try reading.plan(event, insteadOf: original, of: master)
      }
    }
    for (original, versions) in absolute.sorted(by: { $0.key < $1.key }) {
      guard let event = newest(versions) else { continue }
      reporting(event) { reading throws(CalendarFault) in
        try reading.plan(event, insteadOf: original, of: master, isAlone: true)
      }
    }
    guard let master else { return }
    note(master)
    reporting(master) { reading throws(CalendarFault) in
      let all = try reading.starts(of: master)
      if all.isEmpty {
        reading.countOutside()
        reading.moveOut(master)
      }
      let starts = try reading.unreplaced(all.filter { overrides[$0.instant] == nil }, of: master)
      guard !starts.isEmpty else { return }
      if master.isCancelled || reading.calendar.isCancellation, master.uid != nil, master.isUnusable {
        return reading.cancel(master, nil)
      }
      try reading.plan(master, starts, replaced: Set(absolute.keys))
    }
  }

  /// The version that counts; of two that claim to be the newest and differ, the later in the text is refused.
  private mutating func newest(_ events: [CalendarEvent]) -> CalendarEvent? {
    guard var newest = events.first else { return nil }
    for event in events where event.order > newest.order { newest = event }
    for event in events where event.order == newest.order {
      guard event.number != newest.number, !event.isCopy(of: newest) else { continue }
      refuse(CalendarFault(property: "UID", reason: .sameUID(place: newest.place)), in: event)
    }
    return newest
  }

  /// The starts of an event that no refused change replaces.
  ///
  /// - Throws: ``CalendarFault`` if the day that a refused change replaces cannot be determined.
  private mutating func unreplaced(
    _ starts: [EventStart], of event: CalendarEvent
  ) throws(CalendarFault) -> [EventStart] {
    guard let uid = event.uid else { return starts }
    if let place = calendar.unplaced[uid] {
      throw CalendarFault(property: "RECURRENCE-ID", reason: .unplacedChange(place: place))
    }
    var left = starts
    for day in calendar.replaced[uid] ?? [] {
      if let original = try? moment(of: day.original, in: event) {
        left.removeAll { day.isRange ? $0.instant >= original : $0.instant == original }
        continue
      }
      // Its zone is unknown. The same wall-clock time most likely means the same day.
      let wall = day.original.local
      if !day.isRange, left.contains(where: { $0.local == wall }) {
        left.removeAll { $0.local == wall }
      } else if left.contains(where: { day.isRange || abs($0.local.seconds(to: wall)) <= 2 * 86_400 }) {
        throw CalendarFault(property: "RECURRENCE-ID", reason: .unplacedChange(place: day.place))
      }
    }
    return left
  }

  /// Plans the visit that takes the place of an occurrence, if either of them lies in the window.
  ///
  /// - Parameter isAlone: Whether only the moment tells which day of its series it is.
  private mutating func plan(
    _ event: CalendarEvent, insteadOf original: Instant, of master: CalendarEvent?, isAlone: Bool = false
  ) throws(CalendarFault) {
    let instant = try moment(of: event.start, in: nil)
    guard reader.window.contains(instant) || reader.window.contains(original) else { return countOutside() }
    if event.rule != nil || !event.additions.isEmpty {
      refuse(CalendarFault(property: event.rule != nil ? "RRULE" : "RDATE", reason: .ofOneDay), in: event)
    }
    var occurrence = PlannedOccurrence()
    occurrence.isChange = true
    occurrence.isAlone = isAlone || master == nil
    var key = event.recurrenceID?.key ?? ""
    occurrence.original = .start(.instant(original))
    if let master, !isAlone {
      let local = try clock(of: master.start).wallTime(original)
      key = master.start.key(at: local)
      if calendar.isFloating(master.start) { occurrence.original = .start(.local(local, zone: nil)) }
    } else if isAlone {
      key = CalendarTime.utc(original).key
    } else if case .day(let day)? = event.recurrenceID {
      occurrence.original = .day(day)
    } else if let id = event.recurrenceID, calendar.isFloating(id) {
      occurrence.original = .start(.local(id.local, zone: nil))
    }
    var start = EventStart(
      key: key, local: try clock(of: event.start).wallTime(instant), instant: instant,
      isAbsolute: !calendar.isFloating(event.start), isCancelled: event.isCancelled)
    guard event.isCancelled || calendar.isCancellation else { return try plan(event, [start], of: occurrence) }
    if case .day = event.start, event.uid != nil { return cancel(event, occurrence.original) }
    guard let master else {
      guard event.isUnusable, event.uid != nil else { return try plan(event, [start], of: occurrence) }
      return cancel(event, occurrence.original)
    }
    // A cancellation of one day need not repeat the length and the client of its series.
    if case .failure = event.length { start.lasting = try usualLength(of: master) }
    var contents = event.contents
    if case .failure = contents { contents = master.contents }
    try plan(event, [start], of: occurrence, contents: contents)
  }

  /// Plans the visits of an event.
  ///
  /// - Parameters:
  ///   - occurrence: Which day of its series it is, where it is one.
  ///   - replaced: The starts whose place other events take.
  private mutating func plan(
    _ event: CalendarEvent, _ starts: [EventStart], of occurrence: PlannedOccurrence? = nil,
    replaced: Set<Instant> = [], contents: Result<CalendarEvent.Contents, CalendarFault>? = nil
  ) throws(CalendarFault) {
    guard !starts.isEmpty else { return }
    if case .day = event.start {
      // What does not take place is no visit that could be missed.
      guard !calendar.isCancellation, let held = starts.first(where: { !$0.isCancelled }) else { return }
      throw CalendarFault(property: "DTSTART", reason: .allDay(held.local.day))
    }
    let visit = try (contents ?? event.contents).get()
    var usual: EventStart.Lasting?
    if starts.contains(where: { $0.lasting == nil }) { usual = try usualLength(of: event) }
    let isFloating = calendar.isFloating(event.start)
    var told = occurrence ?? PlannedOccurrence()
    told.version = version(of: event)
    told.declined = visit.declined
    told.comesNobody = visit.comesNobody
    if isFloating, occurrence == nil {
      told.excluded = try absoluteExclusions(of: event)
      told.replaced = replaced
    }
    let isOneOfMany = event.isRecurring || event.recurrenceID != nil
    var isTold = false
    for start in starts {
      guard let lasting = start.lasting ?? usual else { continue }
      let end: PlannedEntry.End
      do throws(CalendarFault) {
        end = try self.end(of: start, lasting, in: event)
      } catch {
        // On the night on which the clocks go back, a day is longer than others.
        guard error.reason == .longerThanADay, lasting.dependsOnDay else { throw error }
        refuse(error, in: event)
        continue
      }
      if !isTold, !start.isCancelled, !calendar.isCancellation {
        tellRemarks(of: event)
        isTold = true
      }
      let time = start.isAbsolute ? PlannedEntry.Time.instant(start.instant) : .local(start.local, zone: nil)
      if occurrence == nil, isOneOfMany || event.uid != nil { told.original = .start(time) }
      var entry = PlannedEntry(
        place: .path(isOneOfMany ? event.place(on: start, in: reader.zone) : event.place),
        identity: event.uid.map { isOneOfMany ? OccurrenceIdentity(uid: $0, original: start.key).text : $0 },
        event: event.uid, client: visit.client, worker: visit.worker, isOpen: visit.isOpen, start: time, end: end,
        address: visit.address, service: visit.service, note: visit.note, isCancelled: start.isCancelled)
      entry.occurrence = told
      add(entry, of: event)
    }
  }
}

extension CalendarEvent {
  /// Whether it does not say who is visited, or how long.
  fileprivate var isUnusable: Bool {
    if case .failure = contents { return true }
    if case .failure = length { return true }
    return false
  }
}

import VisitsModel

extension CalendarReading {
  /// Plans the events of one UID: one visit, or a series and what is different on some of its days.
  mutating func plan(_ events: [CalendarEvent]) {
    let master = newest(events.filter { $0.recurrenceID == nil })
    var overrides: [Instant: [CalendarEvent]] = [:]
    for event in events {
      guard let id = event.recurrenceID else { continue }
      reporting(event) { reading throws(CalendarFault) in
        overrides[try reading.moment(of: id, in: master), default: []].append(event)
      }
    }
    for (original, versions) in overrides {
      guard let event = newest(versions) else { continue }
      reporting(event) { reading throws(CalendarFault) in
        try reading.plan(event, insteadOf: original, of: master)
      }
    }
    guard let master else { return }
    note(master)
    reporting(master) { reading throws(CalendarFault) in
      let starts = try reading.starts(of: master)
      if starts.isEmpty { reading.countOutside() }
      try reading.plan(
        master, starts.filter { overrides[$0.instant] == nil && !reading.isReplaced($0.instant, of: master) })
    }
  }

  /// The version that counts; of two that claim to be the newest and differ, the later in the text is refused.
  private mutating func newest(_ events: [CalendarEvent]) -> CalendarEvent? {
    guard var newest = events.first else { return nil }
    for event in events where (event.sequence, event.stamp) > (newest.sequence, newest.stamp) { newest = event }
    for event in events where (event.sequence, event.stamp) == (newest.sequence, newest.stamp) {
      guard event.number != newest.number, !event.isCopy(of: newest) else { continue }
      refuse(CalendarFault(property: "UID", reason: .sameUID(place: newest.place)), in: event)
    }
    return newest
  }

  /// Plans the visit that takes the place of an occurrence, if either of them lies in the window.
  private mutating func plan(
    _ event: CalendarEvent, insteadOf original: Instant, of master: CalendarEvent?
  ) throws(CalendarFault) {
    let instant = try moment(of: event.start, in: nil)
    guard reader.window.contains(instant) || reader.window.contains(original) else { return countOutside() }
    var key = event.recurrenceID?.key ?? ""
    if let master { key = master.start.key(at: try clock(of: master.start).wallTime(original)) }
    var start = EventStart(
      key: key, local: try clock(of: event.start).wallTime(instant), instant: instant, seconds: nil,
      isCancelled: event.isCancelled)
    guard event.isCancelled, let master else { return try plan(event, [start]) }
    // Whoever cancels one day of a series need not say again how long it lasts and who is visited.
    if case .failure = event.length { start.seconds = try usualSeconds(of: master) }
    var contents = event.contents
    if case .failure = contents { contents = master.contents }
    try plan(event, [start], contents: contents)
  }

  /// Plans the visits of an event.
  private mutating func plan(
    _ event: CalendarEvent, _ starts: [EventStart], contents: Result<CalendarEvent.Contents, CalendarFault>? = nil
  ) throws(CalendarFault) {
    guard !starts.isEmpty else { return }
    if case .day = event.start {
      // What does not take place is no visit that could be missed.
      guard !isCancellation, let held = starts.first(where: { !$0.isCancelled }) else { return }
      throw CalendarFault(property: "DTSTART", reason: .allDay(held.local.day))
    }
    let visit = try (contents ?? event.contents).get()
    var usual: Int64 = 0
    if starts.contains(where: { $0.seconds == nil }) { usual = try usualSeconds(of: event) }
    let isFloating = isFloating(event.start)
    for start in starts {
      let seconds = start.seconds ?? usual
      let end =
        isFloating
        ? PlannedEntry.Time.local(start.local.adding(seconds: seconds), zone: nil)
        : .instant(start.instant.adding(seconds: seconds))
      let isOneOfMany = event.isRecurring || event.recurrenceID != nil
      add(
        PlannedEntry(
          place: .path(isOneOfMany ? "\(event.place), \(start.local.day.text)" : event.place),
          identity: event.uid.map { isOneOfMany ? OccurrenceIdentity(uid: $0, original: start.key).text : $0 },
          event: event.uid, client: visit.client, worker: visit.worker,
          start: isFloating ? .local(start.local, zone: nil) : .instant(start.instant),
          end: .time(end), address: visit.address, service: visit.service, note: visit.note,
          isCancelled: start.isCancelled),
        of: event)
    }
  }
}

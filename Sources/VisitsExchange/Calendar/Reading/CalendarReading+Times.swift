import VisitsModel

extension CalendarReading {
  /// The starts of an event that lie in the window, in order.
  mutating func starts(of event: CalendarEvent) throws(CalendarFault) -> [EventStart] {
    let clock = try clock(of: event.start)
    let isFloating = calendar.isFloating(event.start)
    var excluded: Set<Instant> = []
    for time in event.exclusions where !isFloating || !time.isAbsolute {
      excluded.insert(try moment(of: time, in: event))
    }
    var starts: [EventStart] = []
    var known: Set<Instant> = []
    func add(_ local: LocalTime, _ instant: Instant, isAbsolute: Bool, _ lasting: EventStart.Lasting? = nil) {
      guard reader.window.contains(instant), known.insert(instant).inserted else { return }
      let key = isFloating && isAbsolute ? CalendarTime.utc(instant).key : event.start.key(at: local)
      starts.append(
        EventStart(
          key: key, local: local, instant: instant, isAbsolute: isAbsolute, lasting: lasting,
          isCancelled: event.isCancelled || excluded.contains(instant)))
    }
    if let rule = event.rule {
      let recurrence = Recurrence(from: event.start.local, by: rule, includesStart: true)
      let days = min(budget.days, reader.limits.daysOfEvent)
      var own = RecurrenceBudget(days: days)
      let occurrences = recurrence.occurrences(within: reader.window, on: clock, budget: &own)
      budget.charge(own, of: days)
      guard !own.isSpent else { throw CalendarFault(property: "RRULE", reason: .tooMuchCounting) }
      for occurrence in occurrences { add(occurrence.original, occurrence.start, isAbsolute: !isFloating) }
    } else {
      add(event.start.local, try moment(of: event.start, in: nil), isAbsolute: !isFloating)
    }
    for addition in event.additions {
      let instant = try moment(of: addition.start, in: event)
      let lasting = addition.length.map { EventStart.Lasting(length: $0, from: addition.start, property: "RDATE") }
      add(
        clock.wallTime(instant), instant, isAbsolute: !isFloating || addition.start.isAbsolute, lasting)
    }
    return starts.sorted { $0.instant < $1.instant }
  }

  /// The excluded starts of a floating event that are written with a zone: only the client's zone can match them.
  mutating func absoluteExclusions(of event: CalendarEvent) throws(CalendarFault) -> Set<Instant> {
    var excluded: Set<Instant> = []
    for time in event.exclusions where time.isAbsolute { excluded.insert(try moment(of: time, in: nil)) }
    return excluded
  }

  /// How long an event lasts.
  func usualLength(of event: CalendarEvent) throws(CalendarFault) -> EventStart.Lasting {
    EventStart.Lasting(length: try event.length.get(), from: event.start, property: "DTEND")
  }

  /// When a visit that starts then ends.
  mutating func end(
    of start: EventStart, _ lasting: EventStart.Lasting, in event: CalendarEvent
  ) throws(CalendarFault) -> PlannedEntry.End {
    switch lasting.length {
    case .lasting(let duration):
      try demandFit(duration.usualSeconds, lasting.property)
      guard start.isAbsolute else { return .lasting(days: Int(duration.days), seconds: duration.seconds) }
      guard duration.days != 0 else { return .time(.instant(start.instant.adding(seconds: duration.seconds))) }
      let clock = try clock(of: event.start)
      var local = clock.wallTime(start.instant)
      local.day = local.day.adding(days: Int(duration.days))
      let end = clock.moment(of: local).instant.adding(seconds: duration.seconds)
      try demandFit(start.instant.milliseconds(to: end) / 1000, lasting.property)
      return .time(.instant(end))
    case .until(.day(let day)):
      throw CalendarFault(property: lasting.property, reason: .badTime(day.basicText))
    case .until(let end):
      return try self.end(of: start, at: end, lasting)
    }
  }

  /// The end of a start, derived from the DTEND that belongs to the event's first start.
  private mutating func end(
    of start: EventStart, at end: CalendarTime, _ lasting: EventStart.Lasting
  ) throws(CalendarFault) -> PlannedEntry.End {
    guard calendar.isFloating(lasting.from) else {
      // Many programs name the zone once, with the start.
      let moment: Instant =
        if case .floating(let local) = end {
          try clock(of: lasting.from).moment(of: local).instant
        } else {
          try self.moment(of: end, in: nil)
        }
      let first = try self.moment(of: lasting.from, in: nil)
      let seconds = first.milliseconds(to: moment) / 1000
      try demandFit(seconds, lasting.property)
      guard start.isAbsolute else { return .lasting(days: 0, seconds: seconds) }
      guard start.instant != first else { return .time(.instant(moment)) }
      // Every day of a series ends at the same time on the clocks, as calendar programs show it.
      let clock = try clock(of: lasting.from)
      let onClock = clock.wallTime(first).seconds(to: clock.wallTime(moment))
      guard onClock > 0 else { return .time(.instant(start.instant.adding(seconds: seconds))) }
      return .time(.instant(clock.end(from: clock.wallTime(start.instant), lasting: onClock)))
    }
    // By the client's clocks, which are not known here.
    let from = lasting.from.local
    let to: PlannedEntry.Time
    if case .floating(let local) = end {
      try demandFit(from.seconds(to: local), lasting.property)
      to = .local(local, zone: nil)
    } else {
      to = .instant(try moment(of: end, in: nil))
    }
    return !start.isAbsolute && start.local == from ? .time(to) : .asLong(from: .local(from, zone: nil), to: to)
  }

  private func demandFit(_ seconds: Int64, _ property: String) throws(CalendarFault) {
    guard seconds > 0 else { throw CalendarFault(property: property, reason: .endNotAfterStart) }
    guard seconds * 1000 <= Visit.longest else { throw CalendarFault(property: property, reason: .longerThanADay) }
  }

  /// The moment of a time.
  ///
  /// - Parameter event: Whose time of day and clocks are meant where the time has none of its own.
  mutating func moment(of time: CalendarTime, in event: CalendarEvent?) throws(CalendarFault) -> Instant {
    switch time {
    case .utc(let instant): return instant
    case .zoned: return try clock(of: time).moment(of: time.local).instant
    case .floating(let local): return try clock(of: event?.start ?? time).moment(of: local).instant
    case .day(let day):
      guard let event else { return try clock(of: time).moment(of: time.local).instant }
      var local = event.start.local
      local.day = day
      return try clock(of: event.start).moment(of: local).instant
    }
  }

  /// The clocks of a time.
  mutating func clock(of time: CalendarTime) throws(CalendarFault) -> any WallClock {
    switch time {
    case .utc: return Zone.utc
    case .floating, .day: return calendar.ownClock ?? reader.zone
    case .zoned(_, let name):
      if let clock = calendar.zones.clock(name) { return clock }
      throw CalendarFault(reason: calendar.zones.isDefined(name) ? .unreadableZone(name) : .unknownZone(name))
    }
  }
}

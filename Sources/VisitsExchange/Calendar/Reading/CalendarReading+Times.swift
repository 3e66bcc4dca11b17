import VisitsModel

/// One start of an event.
struct EventStart {
  /// What the visit is known by within its series: its original start.
  let key: String
  /// On the wall.
  let local: LocalTime
  let instant: Instant
  /// How long it lasts, where that is not as usual.
  var seconds: Int64?
  let isCancelled: Bool
}

extension CalendarReading {
  /// The starts of an event that lie in the window, in order.
  mutating func starts(of event: CalendarEvent) throws(CalendarFault) -> [EventStart] {
    let clock = try clock(of: event.start)
    var excluded: Set<Instant> = []
    for time in event.exclusions { excluded.insert(try moment(of: time, in: event)) }
    var starts: [EventStart] = []
    var known: Set<Instant> = []
    func add(_ local: LocalTime, _ instant: Instant, _ seconds: Int64?) {
      guard reader.window.contains(instant), known.insert(instant).inserted else { return }
      starts.append(
        EventStart(
          key: event.start.key(at: local), local: local, instant: instant, seconds: seconds,
          isCancelled: event.isCancelled || excluded.contains(instant)))
    }
    if let rule = event.rule {
      let recurrence = Recurrence(from: event.start.local, by: rule, includesStart: true)
      let days = min(budget.days, reader.limits.daysOfEvent)
      var own = RecurrenceBudget(days: days)
      let occurrences = recurrence.occurrences(within: reader.window, on: clock, budget: &own)
      budget.charge(own, of: days)
      guard !own.isSpent else { throw CalendarFault(property: "RRULE", reason: .tooMuchCounting) }
      for occurrence in occurrences { add(occurrence.original, occurrence.start, nil) }
    } else {
      add(event.start.local, try moment(of: event.start, in: nil), nil)
    }
    for addition in event.additions {
      let instant = try moment(of: addition.start, in: event)
      var length: Int64?
      if let own = addition.length { length = try seconds(own, from: addition.start, "RDATE") }
      add(clock.wallTime(instant), instant, length)
    }
    return starts.sorted { $0.instant < $1.instant }
  }

  /// How long an event lasts.
  mutating func usualSeconds(of event: CalendarEvent) throws(CalendarFault) -> Int64 {
    try seconds(try event.length.get(), from: event.start, "DTEND")
  }

  private mutating func seconds(
    _ length: CalendarEvent.Length, from start: CalendarTime, _ property: String
  ) throws(CalendarFault) -> Int64 {
    let seconds: Int64
    switch length {
    case .seconds(let number): seconds = number
    case .until(.floating(let end)) where isFloating(start): seconds = start.local.seconds(to: end)
    case .until(.day(let day)):
      throw CalendarFault(property: property, reason: .badTime(day.basicText))
    case .until(.floating(let end)):
      // Many programs name the zone once, with the start.
      let end = try clock(of: start).moment(of: end).instant
      seconds = try moment(of: start, in: nil).milliseconds(to: end) / 1000
    case .until(let end):
      seconds = try moment(of: start, in: nil).milliseconds(to: try moment(of: end, in: nil)) / 1000
    }
    guard seconds > 0 else { throw CalendarFault(property: property, reason: .endNotAfterStart) }
    guard seconds * 1000 <= Visit.longest else { throw CalendarFault(property: property, reason: .longerThanADay) }
    return seconds
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
    case .floating, .day: return ownZone ?? reader.zone
    case .zoned(_, let name):
      guard let clock = zones.clock(name) else { throw CalendarFault(reason: .unknownZone(name)) }
      return clock
    }
  }

  /// Whether a time has no zone at all, so that it is the client's.
  func isFloating(_ time: CalendarTime) -> Bool {
    if case .floating = time { ownZone == nil } else { false }
  }
}

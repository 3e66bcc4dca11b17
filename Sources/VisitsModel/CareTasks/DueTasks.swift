/// Which of a client's tasks are due, and when. A care day is a date where the client is: no change of clocks matters.
package struct DueTasks: Sendable {
  /// All tasks of the client, retired ones too.
  package let tasks: [CareTask]
  private let index: [CareTaskID: Int]

  /// The tasks of one client.
  package init(_ tasks: [CareTask]) {
    self.tasks = tasks
    index = Dictionary(uniqueKeysWithValues: tasks.indices.map { (tasks[$0].id, $0) })
  }

  /// Whether a task is due on a day.
  ///
  /// - Parameter isDone: Whether a task has been recorded as done on that day.
  package func isDue(_ task: CareTask, on day: CareDay, isDone: (CareTaskID) -> Bool) -> Bool {
    isDue(task, on: day, isDone: isDone, waiting: [])
  }

  private func isDue(
    _ task: CareTask, on day: CareDay, isDone: (CareTaskID) -> Bool, waiting: Set<CareTaskID>
  ) -> Bool {
    guard let phase = task.phase(on: day) else { return false }
    switch phase.condition {
    case nil: return false
    case .always: return true
    case .weekdays(let weekdays): return weekdays.contains(day.weekday)
    case .recurring(let rule): return rule.gives(day, countedFrom: phase.from)
    case .whenDone(let id):
      // Such a ring is refused when it is made; here it must only not go on for ever.
      guard let other = index[id].map({ tasks[$0] }), isDone(id), !waiting.contains(id) else { return false }
      return isDue(other, on: day, isDone: isDone, waiting: waiting.union([task.id]))
    }
  }

  /// For each task the days on which it was due, from a day through another.
  ///
  /// - Parameter done: The days on which each task was done, by its place in ``tasks``.
  package func dueDays(from first: CareDay, through last: CareDay, done: [DayFlags]) -> [DayFlags] {
    var known: [DayFlags?] = Array(repeating: nil, count: tasks.count)
    func due(_ place: Int, waiting: Set<Int>) -> DayFlags {
      if let flags = known[place] { return flags }
      var flags = DayFlags(from: first, through: last)
      let phases = tasks[place].phases
      for (number, phase) in phases.enumerated() {
        let end = number + 1 < phases.count ? min(last, phases[number + 1].from.adding(days: -1)) : last
        let begin = max(first, phase.from)
        guard begin <= end else { continue }
        switch phase.condition {
        case nil: break
        case .always: flags.set(from: begin, through: end)
        case .weekdays(let weekdays):
          for day in begin.daysSince1970...end.daysSince1970
          where weekdays.contains(CareDay(daysSince1970: day).weekday) {
            flags.set(CareDay(daysSince1970: day))
          }
        case .recurring(let rule):
          for day in rule.days(from: begin, through: end, countedFrom: phase.from) { flags.set(day) }
        case .whenDone(let id):
          guard let other = index[id], !waiting.contains(other) else { break }
          let otherDue = due(other, waiting: waiting.union([place]))
          for day in begin.daysSince1970...end.daysSince1970 {
            let day = CareDay(daysSince1970: day)
            if otherDue[day], done[other][day] { flags.set(day) }
          }
        }
      }
      known[place] = flags
      return flags
    }
    return tasks.indices.map { due($0, waiting: []) }
  }
}

/// A yes or no for each of some days in a row; no for all others.
package struct DayFlags: Sendable, Hashable {
  /// The first of the days.
  package let first: CareDay
  private var flags: [Bool]

  /// No for each day from one through another.
  package init(from first: CareDay, through last: CareDay) {
    self.first = first
    flags = Array(repeating: false, count: max(0, last.daysSince1970 - first.daysSince1970 + 1))
  }

  /// What holds on a day.
  package subscript(_ day: CareDay) -> Bool {
    let place = day.daysSince1970 - first.daysSince1970
    return flags.indices.contains(place) && flags[place]
  }

  /// Says yes to a day; nothing where it is not one of them.
  package mutating func set(_ day: CareDay) {
    let place = day.daysSince1970 - first.daysSince1970
    if flags.indices.contains(place) { flags[place] = true }
  }

  mutating func set(from: CareDay, through last: CareDay) {
    for day in from.daysSince1970...last.daysSince1970 { set(CareDay(daysSince1970: day)) }
  }

  /// What holds on the day so many after the first.
  func at(_ place: Int) -> Bool { flags[place] }

  var count: Int { flags.count }
}

extension RecurrenceRule {
  /// Whether it gives a day.
  package func gives(_ day: CareDay, countedFrom start: CareDay) -> Bool {
    !days(from: day, through: day, countedFrom: start).isEmpty
  }

  /// The days that it gives from one through another.
  package func days(from first: CareDay, through last: CareDay, countedFrom start: CareDay) -> [CareDay] {
    let clock = CalendarAlone()
    let window = clock.midnight(of: first)..<clock.midnight(of: last.adding(days: 1))
    return Recurrence(from: LocalTime(day: start), by: self).occurrences(within: window, on: clock).map(\.original.day)
  }

  /// The same rule, its end told as a day: days know no time of day.
  package func endingOnDay(in zone: Zone) -> RecurrenceRule {
    var rule = self
    switch limit {
    case .never, .count, .day: break
    case .local(let local): rule.limit = .day(local.day)
    case .instant(let instant): rule.limit = .day(zone.day(of: instant))
    }
    return rule
  }
}

/// Clocks that are never changed: dates alone.
private struct CalendarAlone: WallClock {
  func offset(at instant: Instant) -> Int64 { 0 }

  func midnight(of day: CareDay) -> Instant { Instant(milliseconds: Int64(day.daysSince1970) * 86_400_000) }
}

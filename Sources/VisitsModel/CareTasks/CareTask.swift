/// One row of a client's daily routine, which a caregiver records (seeds 000, 001).
///
/// It is never taken away: from the day on which it is retired it is not due, and what was recorded before stays.
package struct CareTask: Sendable, Hashable {
  /// What it is called.
  package enum Name: Sendable, Hashable {
    /// One that has a title in every language.
    case preset(TaskPreset)
    /// The words of whoever made it, in whatever language.
    case words(String)
  }

  /// The id.
  package var id: CareTaskID
  /// Whose routine it belongs to.
  package var client: ClientID
  /// What it is called.
  package var name: Name
  /// What it is about.
  package var category: TaskCategory
  /// Whether the time at which it was done is recorded too.
  package var tracksTime: Bool
  /// Its colour.
  package var accent: Accent
  /// A picture's token; `nil`: the initials stand there.
  package var symbol: String?
  /// Where it stands among the others: the lower, the earlier. Only the order of ranks means anything.
  package var rank: Int
  /// On which days it is due: each holds from its day on, until the next. In the order of the days, each with a day of
  /// its own, and at least one.
  package var phases: [TaskPhase]
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A task; version and instant are set by the store when it is kept.
  package init(
    id: CareTaskID, client: ClientID, name: Name, category: TaskCategory, tracksTime: Bool, accent: Accent,
    symbol: String?, rank: Int, phases: [TaskPhase], version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.client = client
    self.name = name
    self.category = category
    self.tracksTime = tracksTime
    self.accent = accent
    self.symbol = symbol
    self.rank = rank
    self.phases = phases
    self.version = version
    self.updatedAt = updatedAt
  }
}

/// From a day on, when a task is due.
package struct TaskPhase: Sendable, Hashable {
  /// The first day that it holds for.
  package var from: CareDay
  /// When it is due; `nil`: never, the task is retired.
  package var condition: TaskCondition?

  /// From a day on.
  package init(from: CareDay, condition: TaskCondition?) {
    self.from = from
    self.condition = condition
  }
}

/// On which days a task is due.
package enum TaskCondition: Sendable, Hashable {
  /// Each day.
  case always
  /// On these days of the week, 1 Monday to 7 Sunday.
  case weekdays(Set<Int>)
  /// On the days that an RFC 5545 rule gives, counted from the first day of its phase.
  case recurring(RecurrenceRule)
  /// On the days on which another task of the same client is due and done.
  case whenDone(CareTaskID)
}

extension CareTask {
  /// What holds on a day; `nil`: the task had not begun.
  package func phase(on day: CareDay) -> TaskPhase? { phases.last { $0.from <= day } }

  /// The first day on which it may have been due.
  package var firstDay: CareDay { phases.first?.from ?? CareDay(daysSince1970: 0) }

  /// Whether it has begun by a day and is retired then.
  package func isRetired(on day: CareDay) -> Bool { phase(on: day).map { $0.condition == nil } ?? false }

  /// Whether it is retired on a day, and nothing is planned for later.
  package func isOver(on day: CareDay) -> Bool {
    phase(on: day)?.condition == nil && phases.allSatisfy { $0.from <= day || $0.condition == nil }
  }

  /// Has it due otherwise from a day on, until the next phase, if one is planned: what was before that day, and what is
  /// planned for later, stays as it was.
  package mutating func setDue(_ condition: TaskCondition, from day: CareDay) {
    set(condition, from: day)
  }

  /// Has it due no more from a day on, whatever was planned for later.
  package mutating func retire(from day: CareDay) {
    phases.removeAll { $0.from > day }
    set(nil, from: day)
  }

  private mutating func set(_ condition: TaskCondition?, from day: CareDay) {
    phases.removeAll { $0.from == day }
    // A phase that goes on as it was is no phase of its own: a rule keeps counting from where it began.
    if let before = phase(on: day), before.condition == condition { return }
    let place = phases.firstIndex { $0.from > day } ?? phases.endIndex
    phases.insert(TaskPhase(from: day, condition: condition), at: place)
  }

  /// The most tasks that a client's routine can have at once: a checklist that is longer is none that anybody reads.
  package static let limit = 100

  /// Every task that it has ever waited for, or will.
  package var awaited: Set<CareTaskID> {
    Set(
      phases.compactMap { phase in
        if case .whenDone(let other) = phase.condition { other } else { nil }
      })
  }
}

extension [CareTask] {
  /// Whether a task that waited for another would, by way of others, wait for itself.
  package func wouldWaitForItself(_ task: CareTaskID, waitingFor other: CareTaskID) -> Bool {
    var open = [other]
    var seen: Set<CareTaskID> = []
    while let next = open.popLast() {
      if next == task { return true }
      guard seen.insert(next).inserted else { continue }
      open += first { $0.id == next }.map { Array<CareTaskID>($0.awaited) } ?? []
    }
    return false
  }
}

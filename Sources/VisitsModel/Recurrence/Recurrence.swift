/// A time of day that recurs by a rule from a start on.
///
/// The time on the wall stays the same through clock changes. The start itself counts only if the rule gives its day,
/// unless `includesStart` says that it does in any case, as calendars mean it.
package struct Recurrence: Sendable, Hashable {
  /// The first day from which the rule holds, and the time of day.
  package let start: LocalTime
  /// The days.
  package let rule: RecurrenceRule
  /// Whether the start is an occurrence even where the rule does not give its day; it is the first of COUNT then.
  package let includesStart: Bool

  /// A recurring time.
  package init(from start: LocalTime, by rule: RecurrenceRule, includesStart: Bool = false) {
    self.start = start
    self.rule = rule
    self.includesStart = includesStart
  }
}

/// One time of many.
package struct Occurrence: Sendable, Hashable {
  /// The local time that the rule gives: what the occurrence is known by, wherever it is moved (RFC 5545, RECURRENCE-ID).
  package let original: LocalTime
  /// The moment.
  package let start: Instant
  /// Whether clocks skip the local time on that day, so that it starts as much later as they are turned forward.
  package let isMoved: Bool
}

extension Recurrence {
  /// The occurrences that start within a window, in order.
  ///
  /// Costs what the window holds, however long ago the start is; only a rule with COUNT whose periods differ in their
  /// number of days is counted through from its start.
  package func occurrences(within window: Range<Instant>, on clock: some WallClock) -> [Occurrence] {
    var budget = RecurrenceBudget(days: .max)
    return occurrences(within: window, on: clock, budget: &budget)
  }

  /// The same, for as long as a budget lasts: whoever wrote the rule may mean harm.
  package func occurrences(
    within window: Range<Instant>, on clock: some WallClock, budget: inout RecurrenceBudget
  ) -> [Occurrence] {
    let lower = max(window.lowerBound, Instant.writable.lowerBound)
    let upper = min(window.upperBound, Instant.writable.upperBound)
    guard lower < upper else { return [] }
    // A time that clocks skip may move into the next day.
    let first = clock.wallTime(lower).day.adding(days: -1)
    let last = clock.wallTime(upper).day
    var found: [Occurrence] = []
    visit(from: first, through: last, on: clock, budget: &budget) { occurrence in
      if window.contains(occurrence.start) { found.append(occurrence) }
      return true
    }
    return found
  }

  /// The first occurrence of all, or from a day on; `nil` when there is none within a hundred years: the series has
  /// ended, or its rule gives no day ever, such as each 30th of February.
  package func first(from day: CareDay? = nil, on clock: some WallClock) -> Occurrence? {
    let day = max(day ?? start.day, start.day)
    var first: Occurrence?
    var budget = RecurrenceBudget(days: .max)
    visit(from: day, through: day.adding(days: 36_525), on: clock, budget: &budget) { occurrence in
      first = occurrence
      return false
    }
    return first
  }

  /// How many occurrences have an original day before the given one.
  package func count(before day: CareDay, on clock: some WallClock) -> Int {
    var count = 0
    var budget = RecurrenceBudget(days: .max)
    visit(from: start.day, through: day.adding(days: -1), on: clock, budget: &budget) { _ in
      count += 1
      return true
    }
    return count
  }

  /// Hands over the occurrences of some days, in order, until told to stop or the budget is spent.
  private func visit(
    from first: CareDay, through last: CareDay, on clock: some WallClock, budget: inout RecurrenceBudget,
    _ body: (Occurrence) -> Bool
  ) {
    let periods = RecurrencePeriods(of: rule, from: start.day)
    // How many are left of a COUNT: without one, nothing before the first day has to be counted.
    var left: Int?
    if case .count(let count) = rule.limit { left = count }
    if includesStart, !periods.days(of: 0).contains(start.day.daysSince1970) {
      left = left.map { $0 - 1 }
      if first <= start.day, last >= start.day, !body(occurrence(on: start.day, clock)) { return }
    }
    var index = periods.index(holding: max(first, start.day).daysSince1970)
    if let most = left { left = most - periods.count(before: index, atMost: most, budget: &budget) }
    while left ?? 1 > 0, let begin = periods.firstDay(of: index), begin <= last.daysSince1970,
      budget.spend(periods.length)
    {
      for number in periods.days(of: index) where number >= start.day.daysSince1970 {
        let day = CareDay(daysSince1970: number)
        guard day <= last, left ?? 1 > 0 else { return }
        left = left.map { $0 - 1 }
        guard day >= first else { continue }
        let occurrence = occurrence(on: day, clock)
        guard isWithinLimit(occurrence), body(occurrence) else { return }
      }
      index += 1
    }
  }

  private func occurrence(on day: CareDay, _ clock: some WallClock) -> Occurrence {
    var original = start
    original.day = day
    let moment = clock.moment(of: original)
    return Occurrence(original: original, start: moment.instant, isMoved: moment.isMoved)
  }

  private func isWithinLimit(_ occurrence: Occurrence) -> Bool {
    switch rule.limit {
    case .never, .count: true
    case .day(let day): occurrence.original.day <= day
    case .local(let local): occurrence.original.wallSeconds <= local.wallSeconds
    case .instant(let instant): occurrence.start <= instant
    }
  }
}

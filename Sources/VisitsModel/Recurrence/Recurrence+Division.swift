/// A series that ends, or changes, from one day on.
extension Recurrence {
  /// The occurrences before a day as a series of their own; `nil` when there are none.
  package func ending(before day: CareDay, on clock: some WallClock) -> Recurrence? {
    let count = count(before: day, on: clock)
    guard count > 0 else { return nil }
    let last = day.adding(days: -1)
    var rule = rule
    switch rule.limit {
    case .never: rule.limit = .day(last)
    case .count: rule.limit = .count(count)
    case .day(let end): rule.limit = .day(min(end, last))
    case .local(let end): if end.day >= day { rule.limit = .day(last) }
    case .instant(let end): if clock.wallTime(end).day >= day { rule.limit = .day(last) }
    }
    return Recurrence(from: start, by: rule, includesStart: includesStart)
  }

  /// The occurrences from a day on as a series of their own, which begins with the first of them, so that every second
  /// week stays every second week; `nil` when there are none.
  package func following(from day: CareDay, on clock: some WallClock) -> Recurrence? {
    guard day > start.day else { return first(on: clock) == nil ? nil : self }
    guard let next = first(from: day, on: clock) else { return nil }
    var rule = rule
    if case .count(let all) = rule.limit { rule.limit = .count(all - count(before: day, on: clock)) }
    return Recurrence(from: next.original, by: rule)
  }
}

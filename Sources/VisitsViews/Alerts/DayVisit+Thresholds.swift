package import VisitsModel

/// What is wrong with a visit by the clock alone, as its card shows it (`screens.md`, Today).
extension DayVisit {
  /// A threshold that a visit passes unless somebody does something.
  struct Threshold {
    let kind: Alert.Kind
    let since: Instant
  }

  /// The thresholds that it passes as it stands, in order. Nobody is late for an open visit, and no worker
  /// while away: the visit lacks a worker, and the client waits.
  func thresholds(_ rule: LateRule) -> [Threshold] {
    switch status {
    case .scheduled where worker == nil: [Threshold(kind: .openNotTaken, since: rule.notTaken(start: start))]
    case .scheduled where isWorkerAway:
      [Threshold(kind: .openNotTaken, since: rule.threshold(start: start, isTimeCritical: isTimeCritical))]
    case .scheduled:
      [
        Threshold(kind: .late, since: rule.threshold(start: start, isTimeCritical: isTimeCritical)),
        Threshold(kind: .missed, since: rule.missed(start: start, end: end, isTimeCritical: isTimeCritical)),
      ]
    case .inProgress: [Threshold(kind: .overrun, since: rule.overrun(end: end))]
    case .completed, .cancelled, .missed: []
    }
  }

  /// The last threshold that it has passed, which tells most.
  func passed(_ rule: LateRule, by now: Instant) -> Threshold? { thresholds(rule).last { $0.since <= now } }

  /// What the clock tells nothing of.
  var conflict: Threshold? { conflictSince.map { Threshold(kind: .conflict, since: $0) } }

  /// Whether somebody should look at it.
  package func needsAttention(_ rule: LateRule, at now: Instant) -> Bool { passed(rule, by: now) != nil }
}

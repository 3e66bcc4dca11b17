package import VisitsModel

/// The rules that limit the notices about sync for the operator. There is one line for each change of the condition of
/// sync, not for each attempt, and one line for several problems that are reported together.
///
/// At most a hundred lines a day are written, whatever the server does. Notices about emergencies do not count.
package struct SyncTeller: Sendable {
  private static let hour: Int64 = 3_600_000

  private var conditions: [SyncLanes.Lane: SyncLoop.Condition] = [:]
  private var condition: SyncLoop.Condition?
  /// The number of changes of the condition of sync since the last journal line about the condition.
  private var changes = 0
  private var parked = Held<SyncThing>()
  private var unread = Held<String>()
  /// The kinds of problems that were reported and, as far as the journal knows, are not settled.
  private var unsettled: Set<SyncProblem.Kind> = []
  private var forConditions = TellingBudget(30, andEvery: 2 * hour)
  private var forProblems = TellingBudget(24, andEvery: 2 * hour)
  private var forFaults = TellingBudget(3, andEvery: 4 * hour)

  /// Problems that have not been reported yet: their number, and the first of them.
  private struct Held<Value: Sendable>: Sendable {
    var count = 0
    var first: Value?

    mutating func add(_ value: Value) {
      count += 1
      first = first ?? value
    }
  }

  /// Creates the rules in the state in which nothing has been reported.
  package init() {}

  /// Returns the notices about a new condition of one loop. The condition of sync is the worse condition of the two
  /// loops, and there is a notice only if that has changed.
  package mutating func hear(_ lane: SyncLanes.Lane, _ new: SyncLoop.Condition, at now: Instant) -> [SyncNotice] {
    conditions[lane] = new
    let all = [conditions[.push], conditions[.pull]].compactMap(\.self)
    let failing = all.first { if case .failing = $0 { true } else { false } }
    let worst = failing ?? (all.contains(.unreachable) ? .unreachable : .working)
    guard worst != condition else { return [] }
    condition = worst
    changes += 1
    return [.condition(worst, changes: told(at: now))]
  }

  /// Returns the notices that are due at the end of a run.
  ///
  /// - Parameters:
  ///   - problems: The problems that are new since the last run.
  ///   - now: The current time.
  package mutating func ended(_ problems: [KeptProblem], at now: Instant) -> [SyncNotice] {
    for kept in problems {
      switch kept.problem.kind {
      case .parked: parked.add(SyncThing(rawValue: kept.problem.subject))
      case .unread: unread.add(SyncContext.address(kept.problem.subject)?.type ?? kept.problem.subject)
      case .overruled: break
      }
    }
    var notices: [SyncNotice] = []
    if changes > 0, let condition, let changes = told(at: now) {
      notices.append(.condition(condition, changes: changes))
    }
    if let first = parked.first, forProblems.spend(at: now) {
      notices.append(parked.count == 1 ? .parked(first) : .severalParked(parked.count))
      parked = Held()
      unsettled.insert(.parked)
    }
    if let first = unread.first, forProblems.spend(at: now) {
      notices.append(unread.count == 1 ? .unread(type: first) : .severalUnread(unread.count))
      unread = Held()
      unsettled.insert(.unread)
    }
    return notices
  }

  /// Whether problems were reported, so that their end must be reported, too.
  package var awaitsSettlement: Bool { !unsettled.isEmpty }

  /// Returns the notices about kinds of problems that were reported and are all settled.
  ///
  /// - Parameter open: The kinds of which a problem is not settled, even if it is being retried: the journal does not
  ///   report it again when the retry fails.
  package mutating func settled(besides open: Set<SyncProblem.Kind>) -> [SyncNotice] {
    let over = SyncProblem.Kind.allCases.filter { unsettled.contains($0) && !open.contains($0) }
    unsettled.subtract(over)
    return over.map { .settled($0) }
  }

  /// Returns the notice about an unexpected error, if one may be written now. An error because the store accepts no
  /// changes is left out, because it is reported elsewhere.
  package mutating func fault(_ error: any Error, at now: Instant) -> [SyncNotice] {
    if case Refusal.unavailable = error { return [] }
    return forFaults.spend(at: now) ? [.fault(error)] : []
  }

  /// Returns the number of changes of the condition that a journal line written now stands for; `nil` if the limit
  /// allows no line now.
  private mutating func told(at now: Instant) -> Int? {
    guard forConditions.spend(at: now) else { return nil }
    defer { changes = 0 }
    return changes
  }
}

package import VisitsModel

/// The rules for the notices about sync that the operator gets. There is one line for each change of state, not for
/// each attempt, and one line for many problems that arrive together. At most a hundred lines a day are written,
/// however upstream behaves; refused emergencies are reported in addition.
package struct SyncTeller: Sendable {
  private static let hour: Int64 = 3_600_000

  private var conditions: [SyncLanes.Lane: SyncLoop.Condition] = [:]
  private var condition: SyncLoop.Condition?
  /// The number of state changes since the last line about a state change.
  private var changes = 0
  private var parked = Held<SyncThing>()
  private var unread = Held<String>()
  private var forConditions = TellingBudget(30, andEvery: 2 * hour)
  private var forProblems = TellingBudget(24, andEvery: 2 * hour)
  private var forFaults = TellingBudget(3, andEvery: 4 * hour)

  /// Problems that are still to be reported: their number, and the first of them.
  private struct Held<Value: Sendable>: Sendable {
    var count = 0
    var first: Value?

    mutating func add(_ value: Value) {
      count += 1
      first = first ?? value
    }
  }

  /// Creates the rules for a start: nothing was reported yet.
  package init() {}

  /// Handles a change in the condition of a loop. The worse condition of the two loops counts.
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

  /// Handles the end of a run, with the problems that are new.
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
    }
    if let first = unread.first, forProblems.spend(at: now) {
      notices.append(unread.count == 1 ? .unread(type: first) : .severalUnread(unread.count))
      unread = Held()
    }
    return notices
  }

  /// Handles an error that should never happen. A store that accepts no changes is reported elsewhere.
  package mutating func fault(_ error: any Error, at now: Instant) -> [SyncNotice] {
    if case Refusal.unavailable = error { return [] }
    return forFaults.spend(at: now) ? [.fault(error)] : []
  }

  /// Returns the number of state changes that a line written now covers; `nil` if no line may be written now.
  private mutating func told(at now: Instant) -> Int? {
    guard forConditions.spend(at: now) else { return nil }
    defer { changes = 0 }
    return changes
  }
}

package import VisitsModel

/// Decides what of sync the operator is told, and when: a line for each change of state, not for each attempt; one for
/// many problems that came together; and no more than a hundred in a day, however upstream behaves.
package struct SyncTeller: Sendable {
  private static let hour: Int64 = 3_600_000

  private var conditions: [SyncLanes.Lane: SyncLoop.Condition] = [:]
  private var condition: SyncLoop.Condition?
  /// How often it has changed since it was told.
  private var changes = 0
  private var parked = Held<SyncThing>()
  private var unread = Held<String>()
  private var forConditions = TellingBudget(30, andEvery: 2 * hour)
  private var forProblems = TellingBudget(24, andEvery: 2 * hour)
  private var forFaults = TellingBudget(3, andEvery: 4 * hour)

  /// What is still to be told: how much, and the first of it.
  private struct Held<Value: Sendable>: Sendable {
    var count = 0
    var first: Value?

    mutating func add(_ value: Value) {
      count += 1
      first = first ?? value
    }
  }

  /// Nothing was told.
  package init() {}

  /// A loop is in another condition. Of two loops the worse counts.
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

  /// A run has ended, and these problems are new.
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

  /// Something that should never happen has. That the store takes no changes is told by those who look after it.
  package mutating func fault(_ error: any Error, at now: Instant) -> [SyncNotice] {
    if case Refusal.unavailable = error { return [] }
    return forFaults.spend(at: now) ? [.fault(error)] : []
  }

  /// How many changes of state a line about it stands for; `nil`: there is to be none now.
  private mutating func told(at now: Instant) -> Int? {
    guard forConditions.spend(at: now) else { return nil }
    defer { changes = 0 }
    return changes
  }
}

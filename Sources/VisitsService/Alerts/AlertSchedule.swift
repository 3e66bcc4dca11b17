import VisitsModel
import VisitsStore

/// When the sweep looks next, and at what. Told of every commit, it wakes the sweep only for what moves the next
/// threshold to be passed or may disprove what was noticed.
struct AlertSchedule {
  /// What the sweep is to look at.
  struct Look: Sendable {
    /// When it looked last at all that can have passed a threshold.
    enum Scope: Sendable, Equatable {
      case nothing
      case due(since: Instant)
      /// After a start, or when more has changed than can be looked at one by one.
      case everything
    }

    var scope: Scope
    /// Visits that have changed.
    var visits: Set<VisitID>
    var now: Instant

    var isEmpty: Bool { scope == .nothing && visits.isEmpty }
  }

  /// So many changed visits are looked at one by one.
  private static let most = 1000

  private(set) var rule: LateRule
  /// When the next threshold is passed, as far as is known; `nil`: none will be, or that is about to be found out.
  private(set) var next: Instant?
  private var lookedAt: Instant?
  /// Whether all is to be looked at, whatever a look that is under way has found.
  private var mustLookAtAll = false
  private var changed: Set<VisitID> = []
  /// The visits of open alerts.
  private var alerted: [VisitID: Set<Alert.Kind>] = [:]
  /// The visits of whom an alert says that they overlap another.
  private var overlapping: [WorkerID: Set<VisitID>] = [:]

  init(_ rule: LateRule) { self.rule = rule }

  /// Another rule holds: what was noticed by the old one may be over, and something else begun.
  mutating func take(_ rule: LateRule) {
    self.rule = rule
    mustLookAtAll = true
  }

  /// What was found by now may be wrong: all is looked at.
  mutating func lookAnew() { mustLookAtAll = true }

  /// Takes in an alert that is in the database.
  mutating func note(_ alert: Alert) {
    if alert.resolvedAt == nil {
      alerted[alert.visit, default: []].insert(alert.kind)
    } else {
      alerted[alert.visit]?.remove(alert.kind)
    }
    if alerted[alert.visit]?.isEmpty == true { alerted[alert.visit] = nil }
    if alert.kind == .overlap, let worker = alert.worker {
      if alert.resolvedAt == nil {
        overlapping[worker, default: []].insert(alert.visit)
      } else {
        overlapping[worker]?.remove(alert.visit)
      }
      if overlapping[worker]?.isEmpty == true { overlapping[worker] = nil }
    }
  }

  /// Takes in what was committed; whether the sweep is to look.
  mutating func note(_ change: CommittedChange) -> Bool {
    switch change.event.topic {
    case .alert:
      guard case .alert(let before, let alert) = change.detail else { return false }
      note(alert)
      // When the visit is over, and with it the alert, is not known here.
      guard before == nil, alert.kind.endsWithVisit else { return false }
      look(at: [alert.visit])
      return true
    case .client:
      guard case .urgency = change.detail else { return false }
      // Which visits these are is not known here, and that happens rarely.
      mustLookAtAll = true
      return true
    case .visit: return note(visit: VisitID(rawValue: change.event.thing), change)
    case .worker, .emergency, .device, .series, .task, .taskRecord, .goal, .session: return false
    }
  }

  private mutating func note(visit id: VisitID, _ change: CommittedChange) -> Bool {
    var concerned: Set<VisitID> = []
    if alerted[id] != nil || change.awaited.map(isEarlier) == true { concerned.insert(id) }
    if !overlapping.isEmpty {
      for worker in change.workers { concerned.formUnion(overlapping[worker] ?? []) }
    }
    guard !concerned.isEmpty else { return false }
    look(at: concerned)
    return true
  }

  private mutating func look(at visits: Set<VisitID>) {
    changed.formUnion(visits)
    guard changed.count > Self.most else { return }
    changed = []
    mustLookAtAll = true
  }

  private func isEarlier(_ awaited: CommittedChange.Awaited) -> Bool {
    guard let next else { return true }
    return switch awaited {
    case .worker(let start): rule.notTaken(start: start) < next
    case .checkIn(let start):
      start.adding(minutes: min(rule.minutes, rule.timeCriticalMinutes)) < next
    case .checkOut(let end): rule.overrun(end: end) < next
    }
  }

  /// What is to be looked at now.
  mutating func begin(at now: Instant) -> Look {
    var look = Look(scope: .nothing, visits: changed, now: now)
    changed = []
    if let lookedAt, !mustLookAtAll {
      if let next, next <= now { look.scope = .due(since: lookedAt) }
    } else {
      look.scope = .everything
      mustLookAtAll = false
    }
    // What is committed while all is looked at may be behind what was read: it is looked at again.
    if look.scope != .nothing { next = nil }
    return look
  }

  /// All of it was looked at.
  ///
  /// - Parameter found: When the next threshold of what was looked at is passed.
  mutating func finish(_ look: Look, next found: Instant?) {
    if look.scope != .nothing { lookedAt = look.now }
    next = [next, found].compactMap(\.self).min()
  }

  /// None of it is settled: it is looked at again.
  mutating func fail(_ look: Look) {
    changed.formUnion(look.visits)
    if look.scope != .nothing { mustLookAtAll = true }
  }
}

import VisitsModel
import VisitsStore

/// The schedule of the alert sweep: when it runs next, and which visits it checks. A visit that passes a threshold
/// needs an alert, for example when it counts as late.
///
/// The schedule sees every committed change. It wakes the sweep only if a change brings the next threshold forward, or
/// may end an open alert.
struct AlertSchedule {
  /// The work of one run of the sweep.
  struct Look: Sendable {
    /// The thresholds that the sweep checks. It checks the changed visits in any case. `due(since:)` stands for the
    /// thresholds that have passed since the last run that checked thresholds.
    enum Scope: Sendable, Equatable {
      case nothing
      case due(since: Instant)
      /// All thresholds and all open alerts. The sweep checks them after a start or a failed run, after the rule has
      /// changed or the clock was set back, and if too many visits have changed.
      case everything
    }

    var scope: Scope
    /// The visits whose alerts may be affected by changes since the last run.
    var visits: Set<VisitID>
    var now: Instant

    var isEmpty: Bool { scope == .nothing && visits.isEmpty }
  }

  /// The most changed visits that the sweep checks one by one. If more visits have changed, it checks everything.
  private static let most = 1000

  private(set) var rule: LateRule
  /// The time of the next known threshold. It is `nil` if no visit approaches one, or while a run of the sweep finds
  /// the next.
  private(set) var next: Instant?
  private var lookedAt: Instant?
  /// Whether the next run must check everything, even if the run under way does so too.
  private var mustLookAtAll = false
  private var changed: Set<VisitID> = []
  /// The kinds of open alerts of each visit.
  private var alerted: [VisitID: Set<Alert.Kind>] = [:]
  /// For each worker, the visits that have an open overlap alert.
  private var overlapping: [WorkerID: Set<VisitID>] = [:]

  init(_ rule: LateRule) { self.rule = rule }

  /// Replaces the rule that sets the thresholds. The next run checks everything, since the new rule may end open alerts
  /// and raise others.
  mutating func take(_ rule: LateRule) {
    self.rule = rule
    mustLookAtAll = true
  }

  /// Makes the next run check everything, because the results of earlier runs may be wrong.
  mutating func lookAnew() { mustLookAtAll = true }

  /// Adds an alert to the known open alerts, or removes it if it is resolved.
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

  /// Updates the schedule after a committed change.
  ///
  /// - Returns: Whether the change wakes the sweep.
  mutating func note(_ change: CommittedChange) -> Bool {
    switch change.event.topic {
    case .alert:
      guard case .alert(let before, let alert) = change.detail else { return false }
      note(alert)
      // The sweep must read the visit to learn when it ends, and the alert with it.
      guard before == nil, alert.kind.endsWithVisit else { return false }
      look(at: [alert.visit])
      return true
    case .client:
      guard case .urgency = change.detail else { return false }
      // The change does not say which visits it affects. It is rare, so everything is checked.
      mustLookAtAll = true
      return true
    case .absence:
      // A worker who is away is not late. The change does not say which visits it affects either.
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

  /// Starts a run of the sweep and returns its work. The list of changed visits is then empty.
  mutating func begin(at now: Instant) -> Look {
    var look = Look(scope: .nothing, visits: changed, now: now)
    changed = []
    if let lookedAt, !mustLookAtAll {
      if let next, next <= now { look.scope = .due(since: lookedAt) }
    } else {
      look.scope = .everything
      mustLookAtAll = false
    }
    // A commit during this run may fall outside of the data that the run reads. While no threshold is known, any such
    // commit wakes the sweep again.
    if look.scope != .nothing { next = nil }
    return look
  }

  /// Records that a run of the sweep has succeeded.
  ///
  /// - Parameter found: The time of the next threshold among the visits that the run has checked; `nil` if there is
  ///   none.
  mutating func finish(_ look: Look, next found: Instant?) {
    if look.scope != .nothing { lookedAt = look.now }
    next = [next, found].compactMap(\.self).min()
  }

  /// Records that a run of the sweep has failed, so that the next run repeats its work.
  mutating func fail(_ look: Look) {
    changed.formUnion(look.visits)
    if look.scope != .nothing { mustLookAtAll = true }
  }
}

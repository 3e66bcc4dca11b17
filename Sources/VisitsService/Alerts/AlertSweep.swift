import Synchronization
import VisitsModel
import VisitsStore

/// Raises an alert when a visit passes a threshold, for example when it counts as late. Resolves the alert when its
/// cause is gone.
///
/// The sweep sleeps until the next threshold, or until a change brings an earlier one. It sleeps a minute at most,
/// since the wall clock may be set meanwhile. While no threshold is known, it sleeps up to ten minutes.
final class AlertSweep: Sendable {
  /// The longest sleep while a threshold is known, and the pause after a failure.
  static let pulse = Duration.seconds(60)
  /// The longest sleep while no threshold is known. The sweep then reads the wall clock again. If that clock was ahead
  /// during the last run, the run may have missed a threshold.
  static let longestSleep = Duration.seconds(600)
  /// The most visits in one transaction of the sweep. Other changes get their turn between two transactions.
  private static let batch = 200

  private let store: Store
  private let now: @Sendable () -> Instant
  private let clock: any Clock<Duration>
  private let loops: LoopWatch
  private let newID: @Sendable () -> String
  private let report: @Sendable (VisitsService.Notice) -> Void
  private let schedule: Mutex<AlertSchedule>
  /// Whether the error of the last run was already reported to the operator.
  private let isFaultTold = Mutex(false)
  private let signal = FeedSignal()

  init(
    store: Store, rule: LateRule, now: @escaping @Sendable () -> Instant, clock: any Clock<Duration>,
    loops: LoopWatch, newID: @escaping @Sendable () -> String,
    report: @escaping @Sendable (VisitsService.Notice) -> Void
  ) {
    self.store = store
    self.now = now
    self.clock = clock
    self.loops = loops
    self.newID = newID
    self.report = report
    schedule = Mutex(AlertSchedule(rule))
  }

  /// The time of the next known threshold.
  var next: Instant? { schedule.withLock(\.next) }

  /// The number of times that a change, a new rule or a corrected clock has woken the sweep.
  var wakes: UInt64 { signal.generation }

  /// Updates the schedule after committed changes, and wakes the sweep if they concern it. Runs on the database writer
  /// and must not wait.
  func note(_ changes: [CommittedChange]) {
    let mustLook = schedule.withLock { schedule in
      var mustLook = false
      for change in changes where schedule.note(change) { mustLook = true }
      return mustLook
    }
    if mustLook { signal.raise() }
  }

  /// Replaces the rule that sets the thresholds, and checks everything by the new rule.
  func take(_ rule: LateRule) {
    schedule.withLock { $0.take(rule) }
    signal.raise()
  }

  /// Checks everything again, because the wall clock was ahead during an earlier run.
  func lookAnew() {
    schedule.withLock { $0.lookAnew() }
    signal.raise()
  }

  private var rule: LateRule { schedule.withLock(\.rule) }

  /// Loads the alerts that were open when the daemon started.
  func load() throws {
    let open = try store.readNow { try $0.openAlerts() }
    schedule.withLock { schedule in
      for alert in open { schedule.note(alert) }
    }
  }

  /// Checks visits whenever a check is due, until the task is cancelled.
  func run() async {
    defer { loops.ended(.alerts) }
    while !Task.isCancelled {
      loops.works(.alerts)
      let generation = signal.generation
      let isSettled = await look()
      let wait = next.map { min(.milliseconds(max(0, now().milliseconds(to: $0))), Self.pulse) }
      let pause = isSettled ? wait ?? Self.longestSleep : Self.pulse
      loops.waits(.alerts, for: pause)
      await Deadline(after: pause, on: clock).first { [signal] in await signal.wait(since: generation) }
    }
  }

  /// Checks the visits that may have passed a threshold or have changed, once, and writes the alerts.
  ///
  /// - Returns: `false` if reading or writing failed and the check must be repeated.
  func look() async -> Bool {
    // Read the clock first: the reading may detect that it was set back, and then requires a check of everything.
    let now = now()
    let look = schedule.withLock { $0.begin(at: now) }
    guard !look.isEmpty else { return true }
    let rule = rule
    do {
      let found = try await store.read { reader in try reader.findings(look, rule) }
      let disproved = found.disproved.map(\.visit)
      try await settle(disproved, rule, "alert.resolve") { transaction, findings in
        let resolved = try findings.disproved.map { try transaction.resolve($0) }
        // A client who has left needs the same alert at their next visit.
        try transaction.raiseNotInCare(of: Set(resolved.filter { $0.kind == .notInCare }.map(\.client)))
        // The client of a worker who is away is at no moment without an alert.
        let untaken = findings.raised.filter { $0.kind == .openNotTaken }
        return try resolved + untaken.compactMap { try transaction.raise($0.kind, of: $0.visit, since: $0.since) }
      }
      try await settle(found.raised.map(\.visit.id), rule, "alert.raise") { transaction, findings in
        try findings.raised.compactMap { try transaction.raise($0.kind, of: $0.visit, since: $0.since) }
      }
      schedule.withLock { $0.finish(look, next: found.next) }
      isFaultTold.withLock { $0 = false }
      return true
    } catch {
      schedule.withLock { $0.fail(look) }
      tell(of: error)
      return false
    }
  }

  /// Reports an error of a run to the operator, but not again if the runs after it fail too.
  private func tell(of error: any Error) {
    guard let notice = VisitsService.Notice(ofFault: error, reference: newID()) else { return }
    let isNew = isFaultTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    if isNew { report(notice) }
  }

  /// Writes the alerts to raise or to resolve. It checks each visit again inside the transaction, since a worker may
  /// have checked in after the sweep has read the visit.
  private func settle(
    _ visits: [VisitID], _ rule: LateRule, _ method: String,
    _ write: @escaping @Sendable (ChangeTransaction, AlertFindings) throws -> [Alert]
  ) async throws {
    var rest = Set(visits).sorted { $0.rawValue < $1.rawValue }[...]
    while !rest.isEmpty {
      loops.works(.alerts)
      let batch = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      let request = ChangeRequest(
        caller: .system, method: method, requestId: newID(), fingerprint: [], receivedAt: now())
      do {
        _ = try await store.change(request) { transaction in
          let findings = try transaction.findings(of: Set(batch), rule, now: transaction.now)
          let alerts = try write(transaction, findings)
          if alerts.isEmpty { throw NothingKept(outcome: .alerts([])) }
          return .alerts(alerts)
        }
      } catch is NothingKept {
      }
    }
  }
}

extension Caller {
  /// The daemon itself, as the author of a change.
  static let system = Caller(by: "visitsd", origin: .system, scope: "system")
}

extension StoreReader {
  /// How far back the sweep reads open alerts when it checks for due thresholds, in minutes. Four days cover the
  /// longest visit that ended yesterday. Older alerts that stay unresolved need not be read each minute.
  private static let alertSpan: Int64 = 4 * 1440

  /// Returns the alerts that one run of the sweep must raise and resolve.
  func findings(_ look: AlertSchedule.Look, _ rule: LateRule) throws -> AlertFindings {
    guard look.scope != .nothing else { return try findings(of: look.visits, rule, now: look.now) }
    var since: Instant?
    var named = look.visits
    let alerts: [Alert]
    if case .due(let last) = look.scope {
      since = last
      alerts = try openAlerts(since: look.now.adding(minutes: -Self.alertSpan))
      // Their visits show when the first of these alerts ends.
      named.formUnion(alerts.filter(\.kind.endsWithVisit).map(\.visit))
    } else {
      alerts = try openAlerts()
      named.formUnion(alerts.map(\.visit))
    }
    var visits = try watched(since: since, now: look.now, rule)
    named.subtract(visits.map(\.id))
    let overlapping = Set(alerts.filter { $0.kind == .overlap }.map(\.visit))
    for index in visits.indices where overlapping.contains(visits[index].id) {
      visits[index].isOverlapping = try isOverlapping(visits[index])
    }
    let open = Dictionary(grouping: alerts, by: \.visit)
    visits += try named.compactMap { try watched($0, open: open[$0] ?? []) }
    return rule.findings(visits, open: alerts, now: look.now)
  }

  /// Returns the alerts of the given visits that must be raised and resolved.
  func findings(of ids: Set<VisitID>, _ rule: LateRule, now: Instant) throws -> AlertFindings {
    var alerts: [Alert] = []
    let visits = try ids.compactMap { id in
      let open = try openAlerts(of: id)
      alerts += open
      return try watched(id, open: open)
    }
    return rule.findings(visits, open: alerts, now: now)
  }
}

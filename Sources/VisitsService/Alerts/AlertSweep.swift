import Synchronization
import VisitsModel
import VisitsStore

/// Raises alerts when their moment has come, and resolves them when they hold no more.
///
/// It sleeps until the next threshold is passed or a change brings one, at most a minute, since the wall clock may be set
/// meanwhile; ten minutes while nothing is to come.
final class AlertSweep: Sendable {
  /// The longest sleep while anything is to come, and the pause after a failure.
  static let pulse = Duration.seconds(60)
  /// The longest sleep while nothing is to come, by a clock that may have been ahead.
  static let longestSleep = Duration.seconds(600)
  /// So many visits are settled in one change, so that others get their turn between two.
  private static let batch = 200

  private let store: Store
  private let now: @Sendable () -> Instant
  private let clock: any Clock<Duration>
  private let loops: LoopWatch
  private let newID: @Sendable () -> String
  private let report: @Sendable (VisitsService.Notice) -> Void
  private let schedule: Mutex<AlertSchedule>
  /// Whether it was told of a fault since it looked without one.
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

  /// When it looks next, as far as is known.
  var next: Instant? { schedule.withLock(\.next) }

  /// How often a change has woken it.
  var wakes: UInt64 { signal.generation }

  /// Takes in what was committed. On the writer: must not wait.
  func note(_ changes: [CommittedChange]) {
    let mustLook = schedule.withLock { schedule in
      var mustLook = false
      for change in changes where schedule.note(change) { mustLook = true }
      return mustLook
    }
    if mustLook { signal.raise() }
  }

  /// Goes by another rule, and looks at everything by it.
  func take(_ rule: LateRule) {
    schedule.withLock { $0.take(rule) }
    signal.raise()
  }

  /// Looks at everything, since the clock was wrong when it looked.
  func lookAnew() {
    schedule.withLock { $0.lookAnew() }
    signal.raise()
  }

  private var rule: LateRule { schedule.withLock(\.rule) }

  /// Takes in the alerts that were open before the start.
  func load() throws {
    let open = try store.readNow { try $0.openAlerts() }
    schedule.withLock { schedule in
      for alert in open { schedule.note(alert) }
    }
  }

  /// Looks whenever there is something to be found, until the task is cancelled.
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

  /// Looks once at what may have changed.
  ///
  /// - Returns: Whether all of it is settled; else the store took no changes, and it is to be looked at again.
  func look() async -> Bool {
    // Asked for first: a clock that was set back has everything looked at.
    let now = now()
    let look = schedule.withLock { $0.begin(at: now) }
    guard !look.isEmpty else { return true }
    let rule = rule
    do {
      let found = try await store.read { reader in try reader.findings(look, rule) }
      let disproved = found.disproved.map(\.visit)
      try await settle(disproved, rule, "alert.resolve") { transaction, findings in
        let resolved = try findings.disproved.map { try transaction.resolve($0) }
        // The next visit of a client who has left is as much of a question.
        try transaction.raiseNotInCare(of: Set(resolved.filter { $0.kind == .notInCare }.map(\.client)))
        return resolved
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

  /// The next look may meet the same again: it is told once.
  private func tell(of error: any Error) {
    guard let notice = VisitsService.Notice(ofFault: error, reference: newID()) else { return }
    let isNew = isFaultTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    if isNew { report(notice) }
  }

  /// Writes what was found, as far as it is still so: between the reading and the writing somebody may have checked in.
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
  /// The daemon itself.
  static let system = Caller(by: "visitsd", origin: .system, scope: "system")
}

extension StoreReader {
  /// So many minutes ago the clock may have told of a visit that is looked at now, the longest one of those that ended
  /// yesterday: what nobody ever settles is not read each minute.
  private static let alertSpan: Int64 = 4 * 1440

  /// What is to be raised and what is over, among what is looked at.
  func findings(_ look: AlertSchedule.Look, _ rule: LateRule) throws -> AlertFindings {
    guard look.scope != .nothing else { return try findings(of: look.visits, rule, now: look.now) }
    var since: Instant?
    var named = look.visits
    let alerts: [Alert]
    if case .due(let last) = look.scope {
      since = last
      alerts = try openAlerts(since: look.now.adding(minutes: -Self.alertSpan))
      // When the first of these visits is over must be known.
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

  /// The same among visits that are named.
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

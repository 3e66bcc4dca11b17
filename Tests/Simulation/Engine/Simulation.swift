import FHIR
import Synchronization
import VisitsModel
import VisitsStore
import VisitsSync

/// A daemon, its upstream and the network between them, on one thread and in virtual time.
final class Simulation {
  /// What a simulation is of.
  struct Settings {
    var seed: UInt64 = 1
    var daysBack = 7
    var daysAhead = 28
    var isDiskReal = false
  }

  enum Happening {
    case start(life: Int)
    case errand(SyncLanes.Errand, life: Int)
    case timer(SyncLanes.Timer, life: Int)
    case arrival(FHIRRequest, Ticket?)
    case reply(Result<FHIRAnswer, FHIRFailure>, Ticket)
  }

  /// To which request of which life an answer belongs, what becomes of it on its way back, and how long that takes.
  struct Ticket {
    var lane: SyncLanes.Lane
    var life: Int
    var number: Int
    var back: Int64 = 20
    var distort: ((FHIRAnswer) -> FHIRAnswer)?
  }

  let clock = SimulatedClock()
  private(set) var store: Store
  var upstream = SimulatedUpstream()
  private(set) var daemon: SimulatedDaemon
  /// What becomes of each request; told the request and how many went before it.
  var network: (FHIRRequest, Int) -> Fate = { _, _ in .delivered }
  /// Whether a fresh token is to be had.
  var isTokenFresh: () -> Bool = { true }
  /// The requests that went out, in words.
  var requests: [String] = []
  /// How many effects were carried out.
  private(set) var steps = 0
  /// Before which effect the process dies next; counted as ``steps``.
  var crash: Int?
  /// For how long a process that died stays away, in milliseconds.
  var outage: Int64 = 0
  /// Whether the process is there.
  private(set) var isUp = false
  /// Called after everything that happened.
  var happened: (Simulation) throws -> Void = { _ in }
  /// What happened, a line each.
  private(set) var history: [String] = []

  var agenda = Agenda<Happening>()
  private(set) var life = 0
  /// The number of the request that each lane waits for.
  var waiting: [SyncLanes.Lane: Int] = [:]
  private var changes = 0
  private var gate: CommitGate
  private(set) var context: SyncContext
  private let disk: SimulatedDisk
  private let syncSettings: SyncContext.Settings
  private let identities: IdentitySource
  private let jitter: () -> Double

  init(_ settings: Settings = Settings()) throws {
    let clock = clock
    let numbers = Mutex(settings.seed << 32)
    identities = IdentitySource(now: { clock.told }) {
      let number = numbers.withLock { number in
        number += 1
        return number
      }
      return (number &* 0x9E37_79B9_7F4A_7C15, number &* 0xBF58_476D_1CE4_E5B9)
    }
    disk = SimulatedDisk(
      isReal: settings.isDiskReal,
      Store.Options(
        path: "", readers: 1, now: { clock.told }, identities: identities, elapsed: { .zero }, hasUpstream: true))
    (store, gate) = try disk.open()
    guard let zone = Zone("America/Edmonton") else { throw Missing(what: "America/Edmonton") }
    syncSettings = SyncContext.Settings(
      base: SimulatedUpstream.base, zone: zone, daysBack: settings.daysBack, daysAhead: settings.daysAhead,
      titles: [.breakfast: "Breakfast", .medication: "Medication", .walk: "Walk"])
    context = SyncContext(store, syncSettings, now: { clock.told }, identities: identities)
    var chances = SeededNumbers(seed: settings.seed &+ 4 << 40)
    jitter = { Double(chances.next() >> 11) / Double(UInt64(1) << 53) }
    daemon = SimulatedDaemon(context, jitter: jitter)
  }

  /// What a simulation cannot do without.
  struct Missing: Error {
    let what: String
  }

  /// How many commits the process has made in its life.
  var commits: Int { gate.commits }
  /// The days that the daemon keeps.
  var window: ClosedRange<CareDay> { context.window(at: clock.told) }
  /// The zone of the daemon's days.
  var zone: Zone { syncSettings.zone }

  /// Adds a line to the history.
  func say(_ line: @autoclosure () -> String) {
    let seconds = (clock.now.milliseconds - 1_795_186_800_000) / 1000
    let (minutes, second) = (seconds / 60, seconds % 60)
    history.append("+\(minutes):\(second < 10 ? "0" : "")\(second) \(line())")
  }

  /// Starts the process, anew after a crash.
  func start() throws {
    life += 1
    isUp = true
    daemon = SimulatedDaemon(context, jitter: jitter)
    waiting = [:]
    try tell(.begin)
  }

  /// The process dies at a commit that is so many from now, just before or just after it.
  func die(after commits: Int, isBefore: Bool) { gate.die(after: commits, isBefore: isBefore) }

  /// No more crashes.
  func live() {
    crash = nil
    gate.live()
  }

  /// The process has died: what it had in memory is gone, and another opens what is on disk.
  private func die() throws {
    say("the process dies")
    (isUp, crash) = (false, nil)
    life += 1
    (store, gate) = try disk.open()
    let clock = clock
    context = SyncContext(store, syncSettings, now: { clock.told }, identities: identities)
    agenda.add(.start(life: life), at: clock.now.adding(milliseconds: outage))
  }

  /// Lets so many seconds pass.
  func run(seconds: Int64) throws {
    let end = clock.now.adding(seconds: seconds)
    while let next = agenda.next, next <= end, let happening = agenda.pop() {
      clock.set(max(next, clock.now))
      try take(happening)
      try happened(self)
    }
    clock.set(end)
  }

  /// The host sleeps for so many days: what was due meanwhile happens late.
  func sleep(days: Int64) { clock.set(clock.now.adding(minutes: days * 1440)) }

  /// Somebody here makes a change. It is answered when this returns, unless the process dies over it.
  ///
  /// - Returns: What came of it; `nil`: nobody was told.
  @discardableResult
  func change(_ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome) throws -> ChangeOutcome? {
    guard isUp || life == 0 else { return nil }
    changes += 1
    let request = ChangeRequest(
      caller: Caller(by: "omar", origin: .socket, scope: "uid:0"), method: "visit.change", requestId: "\(changes)",
      fingerprint: [], receivedAt: clock.told)
    let outcome: ChangeOutcome
    do {
      outcome = try store.changeNow(request, body)
    } catch is CommitGate.Died {
      try die()
      return nil
    }
    if gate.isDead {
      try die()
      return nil
    }
    var raised: EmergencyID?
    if case .emergency(let emergency) = outcome { raised = emergency.id }
    if isUp { try tell(raised.map { .emergency($0) } ?? .changed) }
    try happened(self)
    return outcome
  }

  /// A person has everything tried again that is parked in one of these words, or all of it.
  func retry(_ isMeant: (SyncProblem) -> Bool = { _ in true }) throws {
    guard isUp else { return }
    for kept in try store.readNow({ try $0.problems() }) where kept.problem.kind == .parked && isMeant(kept.problem) {
      say("a person has \(kept.problem.subject) tried again")
      do {
        try context.retry(SyncThing(rawValue: kept.problem.subject))
      } catch is CommitGate.Died {
        return try die()
      }
    }
    try tell(.changed)
  }

  /// A person wants it done now.
  func ask() throws { if isUp { try tell(.asked) } }

  /// Tells the daemon what happened, and takes on what it wants done. A commit on the way may be its last.
  private func tell(_ event: SyncLanes.Event) throws {
    let errands = gate.isDead ? [] : daemon.take(event, at: clock.told)
    guard !gate.isDead else { return try die() }
    for errand in errands {
      switch errand {
      case .wait(let milliseconds, let timer):
        agenda.add(.timer(timer, life: life), at: clock.now.adding(milliseconds: milliseconds))
      case .advance, .send, .renew: agenda.add(.errand(errand, life: life), at: clock.now)
      case .say(let lane, let condition): say("\(lane) is \(condition)")
      case .refused(let id): say("\(id.rawValue) is refused in either form")
      case .settled(let id): say("\(id.rawValue) is refused no more")
      case .fault(let error): throw error
      case .ended: break
      }
    }
  }

  private func take(_ happening: Happening) throws {
    switch happening {
    case .start(let life) where life == self.life: try start()
    case .errand(let errand, let life) where life == self.life: try take(errand)
    case .timer(let timer, let life) where life == self.life: try tell(.timer(timer))
    case .reply(let result, let ticket): try hear(result, ticket)
    case .arrival(let request, let ticket): arrive(request, ticket)
    case .start, .errand, .timer: break
    }
  }

  private func take(_ errand: SyncLanes.Errand) throws {
    switch errand {
    case .advance(let lane):
      if steps == crash { return try die() }
      steps += 1
      try tell(.advance(lane))
    case .send(let request, let lane, let limit): send(request, lane, within: limit ?? Fate.patience)
    case .renew(let lane):
      let isFresh = isTokenFresh()
      if !isFresh { say("no fresh token") }
      try tell(.renewed(lane, isFresh: isFresh))
    case .wait, .say, .ended, .refused, .settled, .fault: break
    }
  }

  private func hear(_ result: Result<FHIRAnswer, FHIRFailure>, _ ticket: Ticket) throws {
    guard ticket.life == life, waiting[ticket.lane] == ticket.number else { return }
    waiting[ticket.lane] = nil
    try tell(.answered(ticket.lane, result))
  }
}

extension Instant {
  func adding(milliseconds: Int64) -> Instant { Instant(milliseconds: self.milliseconds + milliseconds) }
}

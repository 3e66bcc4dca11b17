import FHIR
import Foundation
import Synchronization
import Testing
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsSync

/// A daemon, its upstream and the network between them, on one thread and in virtual time.
final class Simulation {
  /// What the network makes of a request.
  enum Fate {
    case delivered
    /// There is no way there.
    case unreachable
    /// It is lost on the way there.
    case lost
    /// It is carried out, and the answer is lost.
    case answerLost
    /// Another server, or the same one without looking at it, answers.
    case answered(FHIRAnswer)
  }

  private enum Happening {
    case errand(SimulatedDaemon.Errand, life: Int)
    case timer(SimulatedDaemon.Lane, number: Int, life: Int)
    case arrival(FHIRRequest, SimulatedDaemon.Lane, life: Int)
    case reply(Result<FHIRAnswer, FHIRFailure>, SimulatedDaemon.Lane, life: Int)
  }

  let clock = SimulatedClock()
  let store: Store
  var upstream = SimulatedUpstream()
  private(set) var daemon: SimulatedDaemon
  /// What becomes of each request; told the request and how many went before it.
  var network: (FHIRRequest, Int) -> Fate = { _, _ in .delivered }
  /// The requests that went out, in words.
  private(set) var requests: [String] = []
  /// How many effects were carried out.
  private(set) var steps = 0
  /// Before which effect the process dies next; counted as ``steps``.
  var crash: Int?
  private var agenda = Agenda<Happening>()
  private var life = 0
  private var changes = 0
  private let desk: SyncDesk
  private let folder: String

  init(seed: UInt64 = 1) throws {
    let clock = clock
    let numbers = Mutex(seed << 32)
    let identities = IdentitySource(now: { clock.now }) {
      let number = numbers.withLock { number in
        number += 1
        return number
      }
      return (number &* 0x9E37_79B9_7F4A_7C15, number &* 0xBF58_476D_1CE4_E5B9)
    }
    // In memory where there is a place for that: each of thousands of commits waits for the disk else.
    let memory = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : nil
    folder = (memory ?? FileManager.default.temporaryDirectory.path) + "/visits-sync-" + UUID().uuidString
    store = try Store.open(
      Store.Options(
        path: folder + "/visits.db", readers: 2, now: { clock.now }, identities: identities, hasUpstream: true))
    let zone = try #require(Zone("America/Edmonton"))
    desk = SyncDesk(
      store, SyncDesk.Settings(base: SimulatedUpstream.base, zone: zone), now: { clock.now }, identities: identities)
    daemon = SimulatedDaemon(desk)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Starts the process, anew after a crash.
  func start() throws {
    life += 1
    daemon = SimulatedDaemon(desk)
    perform(daemon.begin(waiting: try store.readNow { try $0.waitingEmergencies() }, at: clock.now))
  }

  /// Lets so many seconds pass.
  func run(seconds: Int64) throws {
    let end = clock.now.adding(seconds: seconds)
    while let next = agenda.next, next <= end, let happening = agenda.pop() {
      clock.set(max(next, clock.now))
      try take(happening)
    }
    clock.set(end)
  }

  /// The host sleeps for so many days: what was due meanwhile happens late.
  func sleep(days: Int64) { clock.set(clock.now.adding(minutes: days * 1440)) }

  /// Somebody here makes a change.
  @discardableResult
  func change(_ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome) throws -> ChangeOutcome {
    changes += 1
    let request = ChangeRequest(
      caller: Caller(by: "omar", origin: .socket, scope: "uid:0"), method: "visit.change", requestId: "\(changes)",
      fingerprint: [], receivedAt: clock.now)
    let outcome = try store.changeNow(request, body)
    var raised: EmergencyID?
    if case .emergency(let emergency) = outcome { raised = emergency.id }
    if life > 0 { perform(daemon.changed(emergency: raised, at: clock.now)) }
    return outcome
  }

  /// A person wants it done now.
  func ask() { perform(daemon.asked(at: clock.now)) }

  private func perform(_ errands: [SimulatedDaemon.Errand]) {
    for errand in errands {
      switch errand {
      case .wait(let lane, let number, let milliseconds):
        let at = Instant(milliseconds: clock.now.milliseconds + milliseconds)
        agenda.add(.timer(lane, number: number, life: life), at: at)
      case .advance, .send, .renewed: agenda.add(.errand(errand, life: life), at: clock.now)
      }
    }
  }

  private func take(_ happening: Happening) throws {
    switch happening {
    case .errand(let errand, let life) where life == self.life: try take(errand)
    case .timer(let lane, let number, let life) where life == self.life:
      perform(daemon.timer(lane, number, at: clock.now))
    case .reply(let result, let lane, let life) where life == self.life: perform(try daemon.answer(lane, result))
    case .arrival(let request, let lane, let life): arrive(request, lane, life)
    case .errand, .timer, .reply: break
    }
  }

  private func take(_ errand: SimulatedDaemon.Errand) throws {
    switch errand {
    case .advance(let lane):
      if steps == crash {
        crash = nil
        return try start()
      }
      steps += 1
      perform(try daemon.advance(lane, at: clock.now))
    case .send(let request, let lane): send(request, lane)
    case .renewed(let lane): perform(daemon.renewed(lane))
    case .wait: break
    }
  }

  private func send(_ request: FHIRRequest, _ lane: SimulatedDaemon.Lane) {
    let fate = network(request, requests.count)
    requests.append("\(request.method.rawValue) \(request.relativeText)")
    let there = Instant(milliseconds: clock.now.milliseconds + 20)
    func reply(_ result: Result<FHIRAnswer, FHIRFailure>) {
      agenda.add(.reply(result, lane, life: life), at: Instant(milliseconds: there.milliseconds + 20))
    }
    switch fate {
    case .delivered: agenda.add(.arrival(request, lane, life: life), at: there)
    case .unreachable: reply(.failure(.unreachable(.noRoute)))
    case .lost: reply(.failure(.cut(.closed)))
    case .answerLost:
      agenda.add(.arrival(request, lane, life: -1), at: there)
      reply(.failure(.cut(.closed)))
    case .answered(let answer): reply(.success(answer))
    }
  }

  private func arrive(_ request: FHIRRequest, _ lane: SimulatedDaemon.Lane, _ life: Int) {
    let answer = upstream.answer(request, at: clock.now)
    guard life >= 0 else { return }
    agenda.add(.reply(.success(answer), lane, life: life), at: Instant(milliseconds: clock.now.milliseconds + 20))
  }
}

/// A wall clock that stands at 2026-11-20T15:00:00Z, 8:00 in Edmonton, until it is set.
final class SimulatedClock: Sendable {
  private let instant = Mutex(Instant(milliseconds: 1_795_186_800_000))

  var now: Instant { instant.withLock { $0 } }

  func set(_ now: Instant) { instant.withLock { $0 = now } }
}

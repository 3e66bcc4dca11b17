import FHIR
import VisitsModel
import VisitsStore
import VisitsSync

/// What a daemon keeps in memory for sync, and loses in a crash: the loops, the express lane, and their runs.
///
/// It carries out the same effects as the production's interpreter, but one at a time, and waits for nothing itself.
struct SimulatedDaemon {
  /// Who of the daemon is at work.
  enum Lane: Hashable {
    case pull
    case push
    case emergency(EmergencyID)
  }

  /// What is to happen because of a step.
  enum Errand {
    /// Take the next step of a lane.
    case advance(Lane)
    /// Bring a request upstream.
    case send(FHIRRequest, Lane)
    /// Tell the lane's timer of this number that it has run out.
    case wait(Lane, number: Int, milliseconds: Int64)
    /// Fetch a fresh token.
    case renewed(Lane)
    /// Tell the journal.
    case say(String)
  }

  let desk: SyncDesk
  private(set) var pull = SyncLoop()
  private(set) var push = SyncLoop()
  private(set) var express = ExpressLane()
  /// How many runs of each loop have succeeded.
  private(set) var successes: [Lane: Int] = [:]
  private var pulling: PullRun?
  private var pushing: PushRun?
  private var emergencies: [EmergencyID: PushRun] = [:]
  private var abilities: ServerAbilities?

  init(_ desk: SyncDesk) { self.desk = desk }

  /// The process has started.
  mutating func begin(waiting: [EmergencyID], at now: Instant) -> [Errand] {
    loop(.pull, .begin, at: now) + loop(.push, .begin, at: now) + waiting.flatMap { lane(.waiting($0)) }
  }

  /// Something was changed here.
  mutating func changed(emergency: EmergencyID?, at now: Instant) -> [Errand] {
    emergency.map { lane(.waiting($0)) } ?? loop(.push, .change, at: now)
  }

  /// A person wants it done now.
  mutating func asked(at now: Instant) -> [Errand] { loop(.pull, .asked, at: now) + loop(.push, .asked, at: now) }

  mutating func timer(_ lane: Lane, _ number: Int, at now: Instant) -> [Errand] {
    if case .emergency = lane { return self.lane(.timer(number)) }
    return loop(lane, .timer(number), at: now)
  }

  mutating func answer(_ lane: Lane, _ result: Result<FHIRAnswer, FHIRFailure>) throws -> [Errand] {
    switch lane {
    case .pull: try pulling?.answer(result)
    case .push: try pushing?.answer(result)
    case .emergency(let id): try emergencies[id]?.answer(result)
    }
    return [.advance(lane)]
  }

  mutating func renewed(_ lane: Lane, _ isFresh: Bool) -> [Errand] {
    switch lane {
    case .pull: pulling?.renewed(isFresh)
    case .push: pushing?.renewed(isFresh)
    case .emergency(let id): emergencies[id]?.renewed(isFresh)
    }
    return [.advance(lane)]
  }

  /// Takes one step.
  mutating func advance(_ lane: Lane, at now: Instant) throws -> [Errand] {
    let step: PushRun.Step?
    switch lane {
    case .pull:
      step = try pulling?.step()
      abilities = pulling?.abilities ?? abilities
    case .push:
      step = try pushing?.step()
      abilities = pushing?.abilities ?? abilities
    case .emergency(let id): step = try emergencies[id]?.step()
    }
    switch step {
    case nil: return []
    case .went: return carried(lane, at: now) + [.advance(lane)]
    case .request(let request): return [.send(request, lane)]
    case .renew: return [.renewed(lane)]
    case .ended(let outcome): return ended(lane, outcome, at: now)
    }
  }

  private mutating func carried(_ lane: Lane, at now: Instant) -> [Errand] {
    switch lane {
    case .pull: pulling?.isCarrying == true && !pull.isCarrying ? loop(.pull, .carries, at: now) : []
    case .push: pushing?.isCarrying == true && !push.isCarrying ? loop(.push, .carries, at: now) : []
    case .emergency: []
    }
  }

  private mutating func ended(_ lane: Lane, _ outcome: RunOutcome, at now: Instant) -> [Errand] {
    switch lane {
    case .pull: pulling = nil
    case .push: pushing = nil
    case .emergency(let id):
      let fate = emergencies.removeValue(forKey: id)?.fate
      let answer: ExpressLane.Answer =
        switch fate {
        case .taken: .taken
        case .refused: .refused
        case nil: .lost
        }
      return self.lane(.answered(id, answer))
    }
    if outcome == .succeeded { successes[lane, default: 0] += 1 }
    return loop(lane, .ended(outcome, jitter: 0.5), at: now)
  }

  private mutating func loop(_ lane: Lane, _ event: SyncLoop.Event, at now: Instant) -> [Errand] {
    let effects = lane == .pull ? pull.step(event, at: now) : push.step(event, at: now)
    return effects.compactMap { effect in
      switch effect {
      case .run:
        if lane == .pull { pulling = PullRun(desk, abilities: abilities) }
        if lane == .push { pushing = PushRun(desk, abilities: abilities) }
        return .advance(lane)
      case .wait(let milliseconds, let number): return .wait(lane, number: number, milliseconds: milliseconds)
      case .say(let condition): return .say("\(lane) is \(condition)")
      }
    }
  }

  private mutating func lane(_ event: ExpressLane.Event) -> [Errand] {
    express.step(event).compactMap { effect in
      switch effect {
      case .send(let id, let form):
        emergencies[id] = PushRun(desk, emergency: id, form, abilities: abilities)
        return .advance(.emergency(id))
      case .wait(let milliseconds, let number):
        // Whose timer it is is told by its number alone.
        return .wait(.emergency(EmergencyID(rawValue: "")), number: number, milliseconds: milliseconds)
      case .report(let id): return .say("\(id.rawValue) is refused in either form")
      }
    }
  }
}

package import FHIR
package import VisitsModel
import VisitsStore

/// What sync keeps in memory: the two loops, the express lane, and the runs that they have begun. It is told what happens
/// and says what is to be done; whoever carries that out waits, measures time and speaks to upstream.
package struct SyncLanes {
  /// Who is at work.
  package enum Lane: Sendable, Hashable {
    case pull
    case push
    case emergency(EmergencyID)
  }

  /// A timer, by the number that its machine gave it.
  package enum Timer: Sendable, Hashable {
    case pull(Int)
    case push(Int)
    case express(Int)
    /// Of those who ask, see ``AskedRuns``.
    case asked
  }

  /// What can happen.
  package enum Event: Sendable {
    /// The process has started.
    case begin
    /// Something was changed here that waits for upstream.
    case changed
    /// An emergency was raised or changed.
    case emergency(EmergencyID)
    /// A person wants it done now.
    case asked
    /// A timer has run out.
    case timer(Timer)
    /// A lane's next step is due.
    case advance(Lane)
    /// What a lane's request came to.
    case answered(Lane, Result<FHIRAnswer, FHIRFailure>)
    /// Whether there is a fresh token for a lane.
    case renewed(Lane, isFresh: Bool)
  }

  /// What is to be done.
  package enum Errand: Sendable {
    /// Tell of ``Event/advance(_:)``, when what came before had its turn.
    case advance(Lane)
    /// Ask upstream, and tell of ``Event/answered(_:_:)``, after so many milliseconds at the latest.
    case send(FHIRRequest, Lane, within: Int64?)
    /// See to a fresh token, and tell of ``Event/renewed(_:isFresh:)``.
    case renew(Lane)
    /// Tell of ``Event/timer(_:)`` after so many milliseconds.
    case wait(milliseconds: Int64, Timer)
    /// A loop is in another condition than before.
    case say(Lane, SyncLoop.Condition)
    /// A run has ended.
    case ended(Lane, RunOutcome)
    /// Upstream does not take this emergency in either form. It is tried on.
    case refused(EmergencyID)
    /// The store did not take or give what a run needed; the run is dropped.
    case fault(any Error)
  }

  /// When what changed here is fetched.
  package private(set) var pull = SyncLoop()
  /// When what waits here is sent.
  package private(set) var push = SyncLoop()
  /// When somebody who asks is heard.
  package private(set) var asked: AskedRuns
  /// The emergencies that are on their way.
  package private(set) var express = ExpressLane()
  /// What stopped the last run of each loop, where a request did.
  package private(set) var troubles: [Lane: ExchangeTrouble] = [:]
  /// How many records the pull that is under way has taken in.
  package var taken: Int { pulling?.taken ?? 0 }

  private let context: SyncContext
  private let jitter: () -> Double
  private var pulling: PullRun?
  private var pushing: PushRun?
  private var emergencies: [EmergencyID: PushRun] = [:]
  /// The capabilities that the server told last: emergencies do not wait until it tells them again.
  private var capabilities: UpstreamCapabilities?
  /// The same until a run comes to nothing: the server may be another one by then.
  private var current: UpstreamCapabilities?
  /// What became of a request of each run that is under way.
  private var met: [Lane: RequestFailure] = [:]

  /// Lanes that have not begun.
  ///
  /// - Parameter jitter: 0 ..< 1, at random.
  package init(_ context: SyncContext, jitter: @escaping () -> Double) {
    self.context = context
    self.jitter = jitter
    asked = AskedRuns(every: context.settings.askedGap)
  }

  /// Takes what happened.
  package mutating func take(_ event: Event, at now: Instant) -> [Errand] {
    switch event {
    case .begin: return loop(.pull, .begin, at: now) + loop(.push, .begin, at: now) + waiting()
    case .changed: return loop(.push, .change, at: now)
    case .emergency(let id): return lane(.waiting(id))
    case .asked:
      switch asked.ask(at: now) {
      case .now: return runAsked(at: now)
      case .later(let milliseconds): return [.wait(milliseconds: milliseconds, .asked)]
      case .joined: return []
      }
    case .timer(.asked):
      asked.begin(at: now)
      return runAsked(at: now)
    case .timer(.pull(let number)): return loop(.pull, .timer(number), at: now)
    case .timer(.push(let number)): return loop(.push, .timer(number), at: now)
    case .timer(.express(let number)): return lane(.timer(number))
    case .advance(let lane): return guarded(lane, at: now) { lanes throws in try lanes.advance(lane, at: now) }
    case .answered(let lane, let result):
      note(lane, RequestFailure(result))
      return guarded(lane, at: now) { lanes throws in
        try lanes.answer(lane, result)
        return [.advance(lane)]
      }
    case .renewed(let lane, let isFresh):
      renewed(lane, isFresh)
      return [.advance(lane)]
    }
  }

  private mutating func runAsked(at now: Instant) -> [Errand] {
    lane(.asked) + loop(.pull, .asked, at: now) + loop(.push, .asked, at: now)
  }

  /// Emergencies that wait, as they were found.
  package mutating func waiting() -> [Errand] {
    do {
      return try context.store.readNow { try $0.waitingEmergencies() }.flatMap { lane(.waiting($0)) }
    } catch {
      return [.fault(error)]
    }
  }

  private mutating func guarded(
    _ lane: Lane, at now: Instant, _ body: (inout SyncLanes) throws -> [Errand]
  ) -> [Errand] {
    do {
      return try body(&self)
    } catch {
      return [.fault(error)] + ended(lane, .failed(.unkept), at: now)
    }
  }

  private mutating func answer(_ lane: Lane, _ result: Result<FHIRAnswer, FHIRFailure>) throws {
    switch lane {
    case .pull: try pulling?.answer(result)
    case .push: try pushing?.answer(result)
    case .emergency(let id): try emergencies[id]?.answer(result)
    }
  }

  /// A run may go on after a search that failed: what speaks of the server counts, not what came of one record later.
  private mutating func note(_ lane: Lane, _ trouble: RequestFailure?) {
    guard let trouble, trouble.isOfServer || met[lane]?.isOfServer != true else { return }
    met[lane] = trouble
  }

  private mutating func renewed(_ lane: Lane, _ isFresh: Bool) {
    switch lane {
    case .pull: pulling?.renewed(isFresh)
    case .push: pushing?.renewed(isFresh)
    case .emergency(let id): emergencies[id]?.renewed(isFresh)
    }
  }

  private mutating func advance(_ lane: Lane, at now: Instant) throws -> [Errand] {
    let step: PushRun.Step?
    switch lane {
    case .pull:
      step = try pulling?.step()
      hear(pulling?.capabilities)
    case .push:
      step = try pushing?.step()
      hear(pushing?.capabilities)
    case .emergency(let id): step = try emergencies[id]?.step()
    }
    switch step {
    case nil: return []
    case .went: return carried(lane, at: now) + [.advance(lane)]
    case .request(let request): return [.send(request, lane, within: lane.patience)]
    case .renew: return [.renew(lane)]
    case .ended(let outcome): return ended(lane, outcome, at: now)
    }
  }

  private mutating func hear(_ abilities: UpstreamCapabilities?) {
    guard let abilities else { return }
    (capabilities, current) = (abilities, abilities)
  }

  private mutating func carried(_ lane: Lane, at now: Instant) -> [Errand] {
    switch lane {
    case .pull: pulling?.isCarrying == true && !pull.isCarrying ? loop(.pull, .carries, at: now) : []
    case .push: pushing?.isCarrying == true && !push.isCarrying ? loop(.push, .carries, at: now) : []
    case .emergency: []
    }
  }

  private mutating func ended(_ lane: Lane, _ outcome: RunOutcome, at now: Instant) -> [Errand] {
    var needsPull = false
    let trouble = met.removeValue(forKey: lane)
    switch lane {
    case .pull: pulling = nil
    case .push:
      needsPull = pushing?.needsPull ?? false
      pushing = nil
    case .emergency(let id):
      let fate = emergencies.removeValue(forKey: id)?.fate
      let answer: ExpressLane.Answer =
        switch fate {
        case .taken, .over: .taken
        case .refused: .refused
        case .failed: .failed
        case nil: .lost
        }
      // Where an emergency arrives the rest may, too.
      let reached = fate == .taken ? loop(.pull, .reached, at: now) + loop(.push, .reached, at: now) : []
      return [.ended(lane, outcome)] + self.lane(.answered(id, answer)) + reached
    }
    troubles[lane] = trouble?.stops(outcome) == true ? trouble?.trouble : nil
    if outcome != .succeeded { current = nil }
    let ended = loop(lane, .ended(outcome, jitter: jitter()), at: now)
    return [.ended(lane, outcome)] + ended + (needsPull ? loop(.pull, .missed, at: now) : [])
  }

  private mutating func loop(_ lane: Lane, _ event: SyncLoop.Event, at now: Instant) -> [Errand] {
    let effects = lane == .pull ? pull.step(event, at: now) : push.step(event, at: now)
    return effects.map { effect in
      switch effect {
      case .run:
        // A person may have mended something there.
        let isAsked = lane == .pull ? pull.isAsked : push.isAsked
        let capabilities = isAsked ? nil : current
        if lane == .pull { pulling = PullRun(context, capabilities, isAsked: isAsked) }
        if lane == .push {
          pushing = PushRun(context, capabilities, isAfterFailure: push.last.map { $0 != .succeeded } ?? false)
        }
        return .advance(lane)
      case .wait(let milliseconds, let number):
        return .wait(milliseconds: milliseconds, lane == .pull ? .pull(number) : .push(number))
      case .say(let condition): return .say(lane, condition)
      }
    }
  }

  private mutating func lane(_ event: ExpressLane.Event) -> [Errand] {
    express.step(event).flatMap { effect -> [Errand] in
      switch effect {
      case .send(let id, let form):
        emergencies[id] = PushRun(context, emergency: id, form, capabilities)
        return [.advance(.emergency(id))]
      case .wait(let milliseconds, let number): return [.wait(milliseconds: milliseconds, .express(number))]
      case .report(let id): return [.refused(id)]
      case .reportFailing(let id): return [.refused(id)] + noteFailing(id)
      }
    }
  }

  /// A person is to see of an emergency that upstream does not take it, whatever it answers.
  private func noteFailing(_ id: EmergencyID) -> [Errand] {
    let thing = SyncThing(.emergency, id.rawValue)
    let now = context.now()
    do {
      try context.store.keepNow { ledger in
        try ledger.park(thing, true)
        try ledger.note(SyncProblem(.parked, thing.rawValue, code: "failing"), at: now)
      }
      return []
    } catch {
      return [.fault(error)]
    }
  }
}

extension SyncLanes.Lane {
  /// For how long an answer is waited for, in milliseconds; `nil`: as long as any is.
  fileprivate var patience: Int64? {
    switch self {
    case .pull, .push: nil
    case .emergency: ExpressLane.patience
    }
  }
}

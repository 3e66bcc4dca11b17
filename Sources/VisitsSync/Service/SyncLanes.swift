package import FHIR
package import VisitsModel
import VisitsStore

/// The state of sync in memory: the pull loop, the push loop, the express lane for emergencies, and the current run of
/// each. It receives events and returns errands: actions that its driver carries out. Only the driver waits, measures
/// time and sends requests.
package struct SyncLanes {
  /// The owner of a run: the pull loop, the push loop, or one emergency.
  package enum Lane: Sendable, Hashable {
    case pull
    case push
    case emergency(EmergencyID)
  }

  /// A timer of a loop or of the express lane, with the number that its state machine gave it.
  package enum Timer: Sendable, Hashable {
    case pull(Int)
    case push(Int)
    case express(Int)
    /// The timer for the next sync that users have requested, see ``AskedRuns``.
    case asked
  }

  /// An event that the driver reports to the lanes.
  package enum Event: Sendable {
    /// The process has started.
    case begin
    /// A local change was added to the outbox.
    case changed
    /// An emergency was raised or changed.
    case emergency(EmergencyID)
    /// A user requested a sync.
    case asked
    /// A timer has expired.
    case timer(Timer)
    /// The run of a lane can carry out its next step.
    case advance(Lane)
    /// The result of the request that a lane's run has sent.
    case answered(Lane, Result<FHIRAnswer, FHIRFailure>)
    /// The result of the attempt to get a fresh access token for a lane's run.
    case renewed(Lane, isFresh: Bool)
  }

  /// An action that the driver of the lanes carries out.
  package enum Errand: Sendable {
    /// Report ``Event/advance(_:)`` after all earlier events have been handled.
    case advance(Lane)
    /// Send a request, which may take at most `within` milliseconds, and report ``Event/answered(_:_:)``.
    case send(FHIRRequest, Lane, within: Int64?)
    /// Get a fresh access token, and report ``Event/renewed(_:isFresh:)``.
    case renew(Lane)
    /// Report ``Event/timer(_:)`` after this number of milliseconds.
    case wait(milliseconds: Int64, Timer)
    /// Report to the operator that the condition of a loop has changed, for example to unreachable.
    case say(Lane, SyncLoop.Condition)
    /// The run of a lane has ended. Report the problems that it found.
    case ended(Lane, RunOutcome)
    /// Report that upstream does not accept an emergency, neither in full nor in its simplest form. Sync keeps trying.
    case refused(EmergencyID)
    /// Report that a refused emergency waits no more: upstream has accepted it, or it need not be sent.
    case settled(EmergencyID)
    /// Report an error of the store. If it occurred in a step of a run, the run has been dropped.
    case fault(any Error)
  }

  /// The loop that decides when to pull.
  package private(set) var pull = SyncLoop()
  /// The loop that decides when to push.
  package private(set) var push = SyncLoop()
  /// The syncs that users have requested, with the shortest allowed time between two of them.
  package private(set) var asked: AskedRuns
  /// The emergencies that are being sent.
  package private(set) var express = ExpressLane()
  /// The failure of the request that stopped the last run of each loop. A loop whose last run was not stopped by a
  /// request has no entry.
  package private(set) var troubles: [Lane: ExchangeTrouble] = [:]
  /// The number of records that the current pull has merged; 0 if no pull is running.
  package var taken: Int { pulling?.taken ?? 0 }

  private let context: SyncContext
  private let jitter: () -> Double
  private var pulling: PullRun?
  private var pushing: PushRun?
  private var emergencies: [EmergencyID: PushRun] = [:]
  /// The capabilities that the server reported last. A run for an emergency uses them, so that it need not request them
  /// first.
  private var capabilities: UpstreamCapabilities?
  /// The same capabilities, for the runs of the two loops. `nil` after a run of a loop has failed: the server may have
  /// been replaced, so the next run requests them again.
  private var current: UpstreamCapabilities?
  /// The last failed request of each current run; no entry if no request has failed. A failure of the whole server
  /// counts before a failure of a single record.
  private var met: [Lane: RequestFailure] = [:]

  /// Creates the lanes. They start with ``Event/begin``.
  ///
  /// - Parameters:
  ///   - context: The store and the settings.
  ///   - jitter: Returns a random number in 0 ..< 1, which varies the waits of the loops.
  package init(_ context: SyncContext, jitter: @escaping () -> Double) {
    self.context = context
    self.jitter = jitter
    asked = AskedRuns(every: context.settings.askedGap)
  }

  /// Handles an event and returns the errands that follow.
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

  /// Starts to send all emergencies that wait in the outbox.
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

  /// Records that a request of a lane's run has failed. A run may continue after a failure and fail again. The failure
  /// of a single record does not replace an earlier failure of the whole server.
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
      // If upstream has accepted an emergency, it may accept the other changes too.
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
        // The user may have fixed something on the server, so the run requests its capabilities again.
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
      case .reportSettled(let id): return [.settled(id)]
      }
    }
  }

  /// Parks an emergency that upstream cannot process or forbids, so that the coordinator sees the problem. Sync keeps
  /// sending the emergency.
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
  /// The most time that one request of this lane may take, in milliseconds; `nil` for the HTTP client's own limits.
  fileprivate var patience: Int64? {
    switch self {
    case .pull, .push: nil
    case .emergency: ExpressLane.patience
    }
  }
}

package import FHIR
import VisitsExchange
package import VisitsModel
import VisitsStore

/// One run that sends the waiting changes. It holds a state machine, and the drafts and answers of the run. The driver
/// can drop a run between any two steps, because everything that must not be lost is in the store.
package struct PushRun {
  /// The result of a step.
  package enum Step: Sendable, Hashable {
    /// The step is done, and more steps follow.
    case went
    /// Send this request, and pass the result to ``PushRun/answer(_:)``.
    case request(FHIRRequest)
    /// Fetch a fresh token, and pass the result to ``PushRun/renewed(_:)``.
    case renew
    /// The run is over.
    case ended(RunOutcome)
  }

  /// The result of a run for one emergency.
  package enum Fate: Sendable, Hashable {
    case taken
    case refused
    /// Upstream answered, but could not process the emergency or forbids it.
    case failed
    /// The emergency no longer waits, because the coordinator has discarded it.
    case over
  }

  let context: SyncContext
  let form: ExpressLane.Form?
  /// The server's capabilities; `nil` until the server has reported them.
  package private(set) var capabilities: UpstreamCapabilities?
  /// Whether the run carries changes.
  package private(set) var isCarrying = false
  /// The result for the emergency; `nil` if it is not known.
  package internal(set) var fate: Fate?
  /// Whether the run needs a worker or client whom only a pull can fetch.
  package internal(set) var needsPull = false

  private let scope: PushMachine.Scope
  private var isAfterFailure = false
  private var machine: PushMachine?
  private var negotiation = CapabilityNegotiation()
  private var effects: [PushMachine.Effect] = []
  private var event: PushMachine.Event?
  private var outcome: RunOutcome?
  private var waitsFor: Request?
  private var needsToken = false
  var drafts: [SyncHandle: PushDraft] = [:]
  var answers: [SyncHandle: [FHIRAnswer]] = [:]
  var readings: [SyncThing: [PushReading]] = [:]
  /// The version of each prepared entity.
  var versions: [SyncThing: Int] = [:]
  /// Entities for which a pull brought a newer record before the write was confirmed.
  var overtaken: Set<SyncThing> = []
  /// Entities for which upstream accepted a record but stored other facts.
  var unkept: Set<SyncThing> = []
  /// Whether another record of an entity must be sent after the prepared one.
  var isUnfinished: [SyncThing: Bool] = [:]
  private var lastHandle = 0

  private enum Request {
    case metadata
    case write([PushEntry], isBundle: Bool)
    case read(PushEntry)
  }

  /// Creates a run for everything that waits in the outbox.
  ///
  /// - Parameter isAfterFailure: Whether the previous run failed.
  package init(_ context: SyncContext, _ capabilities: UpstreamCapabilities?, isAfterFailure: Bool) {
    self.init(context, capabilities, scope: .outbox, form: nil)
    self.isAfterFailure = isAfterFailure
  }

  /// Creates a run for one emergency, in a form that upstream may accept.
  package init(
    _ context: SyncContext, emergency: EmergencyID, _ form: ExpressLane.Form, _ capabilities: UpstreamCapabilities?
  ) {
    let thing = SyncThing(.emergency, emergency.rawValue)
    self.init(context, capabilities, scope: .only(WaitingThing(thing)), form: form)
  }

  private init(
    _ context: SyncContext, _ capabilities: UpstreamCapabilities?, scope: PushMachine.Scope, form: ExpressLane.Form?
  ) {
    self.context = context
    self.capabilities = capabilities
    self.scope = scope
    self.form = form
  }

  /// The server's abilities for the records that this run sends.
  var abilities: ServerAbilities? { form == nil ? capabilities?.visits : capabilities?.flags }

  /// Carries out the next step.
  ///
  /// - Throws: The store's error. Drop the run after an error.
  package mutating func step() throws -> Step {
    if let outcome { return .ended(outcome) }
    if needsToken { return .renew }
    guard let abilities else {
      waitsFor = .metadata
      return .request(.metadata)
    }
    if machine == nil {
      guard let scope = try begun() else {
        (fate, outcome) = (.over, .succeeded)
        return .ended(.succeeded)
      }
      machine = PushMachine(abilities, isAfterFailure: isAfterFailure)
      event = .begin(scope)
    }
    if effects.isEmpty, let event {
      self.event = nil
      effects = machine?.step(event) ?? []
    }
    guard !effects.isEmpty else {
      // The machine has no effect left. If the run did not end here, the driver would call `step()` forever.
      outcome = .failed(.unreadable)
      return .ended(.failed(.unreadable))
    }
    return try carryOut(effects.removeFirst())
  }

  /// Handles the result of the last request.
  package mutating func answer(_ result: Result<FHIRAnswer, FHIRFailure>) throws {
    let request = waitsFor
    waitsFor = nil
    switch request {
    case .metadata:
      switch negotiation.parse(result) {
      case .offered(let capabilities): self.capabilities = capabilities
      case .renew: needsToken = true
      // An emergency is sent even without a CapabilityStatement, in the way that most servers support.
      case .end where form != nil: capabilities = .presumed
      case .end(let outcome): self.outcome = outcome
      }
    case .write(let entries, let isBundle):
      event = written(entries, isBundle: isBundle, result)
      if form != nil, case .trouble(let trouble) = event, trouble.isAnswered { fate = .failed }
    case .read(let entry): event = try read(entry, result)
    case nil: break
    }
  }

  /// Handles the result of renewing the token.
  ///
  /// - Parameter isFresh: Whether there is a fresh token.
  package mutating func renewed(_ isFresh: Bool) {
    if needsToken {
      needsToken = false
      if !isFresh { outcome = .failed(.unauthorized) }
    } else {
      event = .renewed(isFresh)
    }
  }

  /// Returns the scope of the run. For an emergency it includes the stored attempts, and is `nil` if the emergency no
  /// longer waits, because the coordinator has discarded it.
  private mutating func begun() throws -> PushMachine.Scope? {
    guard case .only(let waiting) = scope else { return scope }
    let state = try context.store.readNow { try $0.syncState(of: waiting.thing) }
    guard state == .pending || state == .parked else { return nil }
    return .only(WaitingThing(waiting.thing, attempts: try attempts(at: waiting.thing)))
  }

  mutating func newHandle() -> SyncHandle {
    lastHandle += 1
    return SyncHandle(rawValue: lastHandle)
  }

  private mutating func carryOut(_ effect: PushMachine.Effect) throws -> Step {
    switch effect {
    case .load(let limit, let skipping): event = .loaded(try load(limit, skipping))
    case .carry: isCarrying = true
    case .count(let thing): try context.store.keepNow { try $0.count(thing) }
    case .prepare(let things): event = .prepared(try prepare(things))
    case .send(let entries, let isBundle):
      waitsFor = .write(entries, isBundle: isBundle)
      return .request(try request(entries, isBundle: isBundle))
    case .confirm(let things, let answer, let isWhole):
      try confirm(things, answers: answer.flatMap { answers.removeValue(forKey: $0) } ?? [], isWhole: isWhole)
    case .read(let entry):
      waitsFor = .read(entry)
      return .request(request(reading: entry))
    case .reconcile(let thing): event = .reconciled(try reconcile(thing))
    case .park(let thing, let reason): try park(thing, reason)
    case .forget(let things):
      try context.store.keepNow { ledger in for thing in things { try ledger.forget(thing) } }
    case .renew: return .renew
    case .end(let outcome):
      // Another attempt would end the same way, because the server gives no versions.
      if form != nil, outcome == .failed(.unversioned) { fate = .failed }
      self.outcome = outcome
      return .ended(outcome)
    }
    return .went
  }
}

extension RequestTrouble {
  /// Whether upstream answered, but neither accepted nor rejected the content of the write, and did not ask to wait.
  fileprivate var isAnswered: Bool {
    switch self {
    case .forbidden, .broken, .unreadable: true
    default: false
    }
  }
}

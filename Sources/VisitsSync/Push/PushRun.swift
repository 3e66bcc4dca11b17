package import FHIR
import VisitsExchange
package import VisitsModel
import VisitsStore

/// One run that sends the changes that wait: a machine, and the drafts and answers that it holds while the run lasts. It can
/// be dropped between any two steps, since everything that must not be forgotten is in the store.
package struct PushRun {
  /// What a step came to.
  package enum Step: Sendable, Hashable {
    /// Something was done; there is more.
    case went
    /// Ask upstream; answered by ``PushRun/answer(_:)``.
    case request(FHIRRequest)
    /// Fetch a fresh token; answered by ``PushRun/renewed(_:)``.
    case renew
    /// The run is over.
    case ended(RunOutcome)
  }

  /// What became of an emergency that the run was for.
  package enum Fate: Sendable, Hashable {
    case taken
    case refused
    /// Upstream has answered, and fails over it or forbids it.
    case failed
    /// It waits no longer: a person has discarded it.
    case over
  }

  let context: SyncContext
  let form: ExpressLane.Form?
  /// The server's capabilities; `nil` until it has told them.
  package private(set) var capabilities: UpstreamCapabilities?
  /// Whether the run carries changes.
  package private(set) var isCarrying = false
  /// What became of the emergency; `nil`: it is not known.
  package internal(set) var fate: Fate?
  /// Whether it has met somebody whom only a pull can bring here.
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
  /// The version of each thing that is ready.
  var versions: [SyncThing: Int] = [:]
  /// Things of which a pull brought a record anew before it was confirmed.
  var overtaken: Set<SyncThing> = []
  /// Things of which upstream answered that it took a record, and keeps another one.
  var unkept: Set<SyncThing> = []
  /// Whether another record of a thing is to follow the one that is ready.
  var isUnfinished: [SyncThing: Bool] = [:]
  private var lastHandle = 0

  private enum Request {
    case metadata
    case write([PushEntry], isBundle: Bool)
    case read(PushEntry)
  }

  /// A run for all that waits in the outbox.
  ///
  /// - Parameter isAfterFailure: Whether the run before came to nothing.
  package init(_ context: SyncContext, _ capabilities: UpstreamCapabilities?, isAfterFailure: Bool) {
    self.init(context, capabilities, scope: .outbox, form: nil)
    self.isAfterFailure = isAfterFailure
  }

  /// A run for one emergency, in a form that upstream may take.
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

  /// What the server can do with what this run sends.
  var abilities: ServerAbilities? { form == nil ? capabilities?.visits : capabilities?.flags }

  /// Does the next thing.
  ///
  /// - Throws: What the store says; the run is to be dropped then.
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
      // A machine that has nothing to say to what happened would be asked for ever.
      outcome = .failed(.unreadable)
      return .ended(.failed(.unreadable))
    }
    return try carryOut(effects.removeFirst())
  }

  /// Takes what a request came to.
  package mutating func answer(_ result: Result<FHIRAnswer, FHIRFailure>) throws {
    let request = waitsFor
    waitsFor = nil
    switch request {
    case .metadata:
      switch negotiation.parse(result) {
      case .offered(let capabilities): self.capabilities = capabilities
      case .renew: needsToken = true
      // Whatever the server says of itself or does not: an emergency is tried, in the way that most servers know.
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

  /// Takes whether there is a fresh token.
  package mutating func renewed(_ isFresh: Bool) {
    if needsToken {
      needsToken = false
      if !isFresh { outcome = .failed(.unauthorized) }
    } else {
      event = .renewed(isFresh)
    }
  }

  /// The emergency with its attempts, as they are stored by now; `nil`: it waits no longer, a person having discarded it.
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
      // No further attempt mends that a server names no versions.
      if form != nil, outcome == .failed(.unversioned) { fate = .failed }
      self.outcome = outcome
      return .ended(outcome)
    }
    return .went
  }
}

extension RequestTrouble {
  /// Whether upstream has answered, and neither taken it nor refused it nor asked for patience.
  fileprivate var isAnswered: Bool {
    switch self {
    case .forbidden, .broken, .unreadable: true
    default: false
    }
  }
}

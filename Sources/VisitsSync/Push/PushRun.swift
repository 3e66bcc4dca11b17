package import FHIR
import VisitsExchange
package import VisitsModel
import VisitsStore

/// One run that sends changes upstream: a run of the push loop for all changes in the outbox, or a run for one
/// emergency. It holds a state machine, and the drafts and answers of the run. The driver can drop a run between any
/// two steps, because everything that must not be lost is in the store.
package struct PushRun {
  /// The result of a step: the next task of the driver.
  package enum Step: Sendable, Hashable {
    /// The step is done, and more steps follow.
    case went
    /// Send this request, and pass its result to ``PushRun/answer(_:)``.
    case request(FHIRRequest)
    /// Get a fresh access token, and report to ``PushRun/renewed(_:)`` whether there is one.
    case renew
    /// The run is over.
    case ended(RunOutcome)
  }

  /// The result of a run for one emergency: the server's reaction to the emergency.
  package enum Fate: Sendable, Hashable {
    case taken
    case refused
    /// Upstream answered, but it could not process the emergency, forbids it, or gave an answer that cannot be used.
    case failed
    /// The emergency was not sent, because the coordinator has discarded it or it has already arrived.
    case over
  }

  let context: SyncContext
  let form: ExpressLane.Form?
  /// The server's capabilities; `nil` until the server has answered the request for them.
  package private(set) var capabilities: UpstreamCapabilities?
  /// Whether the run has found changes to send.
  package private(set) var isCarrying = false
  /// The result for the emergency; `nil` while it is open, and for a run of the push loop.
  package internal(set) var fate: Fate?
  /// Whether a change waits because its record names a worker or client who is not stored here yet. Only a pull can
  /// fetch them.
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
  /// The version of each entity from which its records were drafted.
  var versions: [SyncThing: Int] = [:]
  /// Entities of which a pull stored a newer record before the answer to our write was handled.
  var overtaken: Set<SyncThing> = []
  /// Entities of which upstream accepted a record, but stored other facts than we sent.
  var unkept: Set<SyncThing> = []
  /// For each prepared entity, whether another of its records must be sent in a later request.
  var isUnfinished: [SyncThing: Bool] = [:]
  private var lastHandle = 0

  private enum Request {
    case metadata
    case write([PushEntry], isBundle: Bool)
    case read(PushEntry)
  }

  /// Creates a run of the push loop, which sends everything that waits in the outbox.
  ///
  /// - Parameters:
  ///   - context: The store and the settings.
  ///   - capabilities: The server's capabilities; `nil` if the run must request them first.
  ///   - isAfterFailure: Whether the previous run of the push loop failed.
  package init(_ context: SyncContext, _ capabilities: UpstreamCapabilities?, isAfterFailure: Bool) {
    self.init(context, capabilities, scope: .outbox, form: nil)
    self.isAfterFailure = isAfterFailure
  }

  /// Creates a run that sends one emergency, in full or in its simplest form (the worker alone).
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

  /// The server's abilities for the records that this run sends: Flags for an emergency, else the records of visits.
  var abilities: ServerAbilities? { form == nil ? capabilities?.visits : capabilities?.flags }

  /// Carries out the next step of the run.
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

  /// Handles the result of the request that the last step returned.
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

  /// Handles the result of the attempt to get a fresh access token.
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

  /// Returns the entities that the run sends: the whole outbox, or one emergency with its stored attempts. `nil` if the
  /// emergency need not be sent, because the coordinator has discarded it or it has already arrived.
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
  /// Whether the server answered the write, but neither accepted nor rejected the content, and did not ask us to wait.
  fileprivate var isAnswered: Bool {
    switch self {
    case .forbidden, .broken, .unreadable: true
    default: false
    }
  }
}

package import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// One run that brings here what changed upstream: a machine, and the pages that it holds while the run lasts. It can be
/// dropped between any two steps, since everything that must not be forgotten is in the store.
package struct PullRun {
  /// The result of a step.
  package typealias Step = PushRun.Step

  let context: SyncContext
  /// The server's capabilities; `nil` until it has told them.
  package private(set) var capabilities: UpstreamCapabilities?
  /// Whether the run brings something new.
  package private(set) var isCarrying = false
  /// How many records it has taken in.
  package private(set) var taken = 0

  private let isAsked: Bool
  private var machine: PullMachine?
  private var negotiation = CapabilityNegotiation()
  private var needsToken = false
  private var effects: [PullMachine.Effect] = []
  private var event: PullMachine.Event?
  private var outcome: RunOutcome?
  private var waitsFor: Request?
  /// The content of the search that is under way. Between its pages, single records are read.
  private var content = PullPage.Content.records
  private let mostHeld: Int

  /// The pages that have come and are not kept yet.
  private(set) var pages: [SyncHandle: PageDiff] = [:]
  /// Whether people have come who may be people here.
  private var bringsPeople = false
  /// The records that were read and are not there.
  private var absent: Set<RecordAddress> = []
  /// The agreed versions of the record that is being read, as they were before the request.
  private var basis: [String?]?
  private var lastHandle = 0

  private enum Request {
    case metadata
    case pull(PullRequest)
  }

  /// A run.
  ///
  /// - Parameters:
  ///   - isAsked: Whether the run was asked for: then the near days are compared sooner again.
  ///   - mostHeld: The most bytes of pages that wait for the records which they refer to. Beyond them, references are not
  ///     followed: a record that needs them is left out and read again later.
  package init(
    _ context: SyncContext, _ capabilities: UpstreamCapabilities?, isAsked: Bool = false, mostHeld: Int = 48 << 20
  ) {
    self.mostHeld = mostHeld
    self.context = context
    self.capabilities = capabilities
    self.isAsked = isAsked
  }

  /// Carries out the next step.
  ///
  /// - Throws: The store's error; the run is to be dropped then.
  package mutating func step() throws -> Step {
    if let outcome { return .ended(outcome) }
    if needsToken { return .renew }
    guard let capabilities else {
      waitsFor = .metadata
      return .request(.metadata)
    }
    if machine == nil {
      try context.followMerges()
      machine = PullMachine()
      event = .begin(try context.plan(capabilities, isAsked: isAsked))
    }
    if effects.isEmpty, let event {
      self.event = nil
      effects = machine?.step(event) ?? []
    }
    guard !effects.isEmpty else {
      // A machine without an effect would be asked for ever.
      outcome = .failed(.unreadable)
      return .ended(.failed(.unreadable))
    }
    return try carryOut(effects.removeFirst())
  }

  /// Takes the result of a request.
  package mutating func answer(_ result: Result<FHIRAnswer, FHIRFailure>) throws {
    let request = waitsFor
    waitsFor = nil
    switch request {
    case .metadata:
      switch negotiation.parse(result) {
      case .offered(let capabilities): self.capabilities = capabilities
      case .renew: needsToken = true
      case .end(let outcome): self.outcome = outcome
      }
    case .pull(let pull):
      switch result.answer(to: .read) {
      case .failure(let trouble): event = .trouble(trouble)
      case .success(let answer): event = try page(answer, to: pull)
      }
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

  private mutating func page(_ answer: FHIRAnswer, to request: PullRequest) throws -> PullMachine.Event {
    do {
      var page = try PullPage(answer, to: request, of: content, context.reader, at: context.now())
      page.basis = basis
      lastHandle += 1
      let handle = SyncHandle(rawValue: lastHandle)
      let held = pages.values.reduce(page.size) { $0 + $1.page.size }
      let (pulled, diff) = try context.pulled(page, handle, followsReferences: held <= mostHeld)
      pages[handle] = diff
      return .page(pulled)
    } catch let problem as FHIRProblem {
      return .trouble(.unreadable(words: problem.description))
    }
  }

  private mutating func carryOut(_ effect: PullMachine.Effect) throws -> Step {
    switch effect {
    case .fetch(let request):
      waitsFor = .pull(request)
      content = PullPage.Content(of: request) ?? content
      basis = if case .read(let address) = request { try context.versions(of: address) } else { nil }
      return .request(context.request(request))
    case .carry: isCarrying = true
    case .keep(let handle, let marks):
      guard let diff = pages.removeValue(forKey: handle) else { break }
      let new = try context.keep(diff, marks, absent: absent)
      taken += new
      bringsPeople = bringsPeople || new > 0 && diff.page.tellsOfPeople
    case .compare(let type, let days, let versions): event = .compared(try context.compare(type, days, versions))
    case .withdraw(let address):
      absent.insert(address)
      try context.withdraw(address)
    case .absent(let address): absent.insert(address)
    case .compared(let extent): try context.noteCompared(extent)
    case .historyRead(let type, let read): try context.noteHistoryRead(type, read)
    case .note(let trouble): try context.note(trouble)
    case .renew: return .renew
    case .end(let outcome):
      self.outcome = outcome
      if outcome == .succeeded, bringsPeople { try context.tellDuplicates() }
      return .ended(outcome)
    }
    return .went
  }
}

package import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// One run that brings here what changed upstream: a machine, and the pages that the desk keeps for it while the run
/// lasts. It can be dropped between any two steps; what must not be forgotten is in the store.
package struct PullRun {
  /// What a step came to.
  package typealias Step = PushRun.Step

  let desk: SyncDesk
  /// What the server can do; `nil` until it has said so.
  package private(set) var said: SaidAbilities?
  /// Whether the run brings something new.
  package private(set) var isCarrying = false
  /// How many records it has taken in.
  package private(set) var taken = 0

  private let isAsked: Bool
  private var machine: PullMachine?
  private var greeting = Greeting()
  private var needsToken = false
  private var effects: [PullMachine.Effect] = []
  private var event: PullMachine.Event?
  private var outcome: RunOutcome?
  private var waitsFor: Request?
  /// What the search that is under way asks for. Its pages come with records in between that are read by themselves.
  private var content = PullPage.Content.records
  /// What came and is not kept yet.
  private(set) var pages: [SyncHandle: PullPage] = [:]
  /// What was read and is not there.
  private var absent: Set<RecordAddress> = []
  /// In which versions the record that is being read was known when it was asked for.
  private var basis: [String?]?
  private var lastHandle = 0

  private enum Request {
    case metadata
    case pull(PullRequest)
  }

  /// A run.
  ///
  /// - Parameter isAsked: Whether somebody asked for it: then the near days are compared sooner again.
  package init(_ desk: SyncDesk, _ said: SaidAbilities?, isAsked: Bool = false) {
    self.desk = desk
    self.said = said
    self.isAsked = isAsked
  }

  /// Does the next thing.
  ///
  /// - Throws: What the store says; the run is to be dropped then.
  package mutating func step() throws -> Step {
    if let outcome { return .ended(outcome) }
    if needsToken { return .renew }
    guard let said else {
      waitsFor = .metadata
      return .request(.metadata)
    }
    if machine == nil {
      machine = PullMachine()
      event = .begin(try desk.plan(said, isAsked: isAsked))
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
      switch greeting.take(result) {
      case .said(let said): self.said = said
      case .renew: needsToken = true
      case .end(let outcome): self.outcome = outcome
      }
    case .pull(let pull):
      switch result.answer(to: .read) {
      case .failure(let error): event = .trouble(error.trouble)
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
      var page = try PullPage(answer, to: request, of: content, desk.reader, at: desk.now())
      page.basis = basis
      lastHandle += 1
      let handle = SyncHandle(rawValue: lastHandle)
      let pulled = try desk.pulled(page, handle)
      page.isNews = pulled.isNews
      if page.tellsRecords { pages[handle] = page }
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
      basis = if case .read(let address) = request { try desk.versions(of: address) } else { nil }
      return .request(desk.request(request))
    case .carry: isCarrying = true
    case .keep(let handle, let marks):
      guard let page = pages.removeValue(forKey: handle) else { break }
      taken += try desk.keep(page, marks, absent: absent)
    case .compare(let type, let days, let versions): event = .compared(try desk.compare(type, days, versions))
    case .withdraw(let address):
      absent.insert(address)
      try desk.withdraw(address)
    case .absent(let address): absent.insert(address)
    case .compared(let extent): try desk.noteCompared(extent)
    case .historyRead(let type, let read): try desk.noteHistoryRead(type, read)
    case .note(let trouble): try desk.note(trouble)
    case .renew: return .renew
    case .end(let outcome):
      self.outcome = outcome
      return .ended(outcome)
    }
    return .went
  }
}

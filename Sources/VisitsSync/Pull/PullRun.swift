package import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// One run of the pull loop: it fetches the changes from upstream and merges them. It holds a state machine and the
/// pages received so far. The driver can drop a run between any two steps, because everything that must not be lost is
/// in the store.
package struct PullRun {
  /// The result of a step of the run.
  package typealias Step = PushRun.Step

  let context: SyncContext
  /// The server's capabilities; `nil` until the server has answered the request for them.
  package private(set) var capabilities: UpstreamCapabilities?
  /// Whether the run has received anything new.
  package private(set) var isCarrying = false
  /// The number of new or changed records that the run has merged.
  package private(set) var taken = 0

  private let isAsked: Bool
  private var machine: PullMachine?
  private var negotiation = CapabilityNegotiation()
  private var needsToken = false
  private var effects: [PullMachine.Effect] = []
  private var event: PullMachine.Event?
  private var outcome: RunOutcome?
  private var waitsFor: Request?
  /// The content of the pages of the current search. The run may read single records between two of these pages.
  private var content = PullPage.Content.records
  private let mostHeld: Int

  /// The received pages that are not stored yet.
  private(set) var pages: [SyncHandle: PageDiff] = [:]
  /// Whether the run has merged records of workers or clients. At its end, the run then looks for duplicates of people
  /// here.
  private var bringsPeople = false
  /// The records that upstream no longer has, as a read of each record in this run has shown.
  private var absent: Set<RecordAddress> = []
  /// If a single record is being read: the versions of this record that were stored before the request, one for each
  /// visit of an Appointment.
  private var basis: [String?]?
  private var lastHandle = 0

  private enum Request {
    case metadata
    case pull(PullRequest)
  }

  /// Creates a run of the pull loop.
  ///
  /// - Parameters:
  ///   - context: The store and the settings.
  ///   - capabilities: The server's capabilities; `nil` if the run must request them first.
  ///   - isAsked: Whether a user requested the run. Such a run compares today and the next two days with upstream after
  ///     a shorter time since the last comparison.
  ///   - mostHeld: The most bytes of pages that may wait in memory for the records to which they refer. Above this
  ///     limit, the run does not read these records. A record of the page that needs one of them is left out, and a
  ///     later run reads it again.
  package init(
    _ context: SyncContext, _ capabilities: UpstreamCapabilities?, isAsked: Bool = false, mostHeld: Int = 48 << 20
  ) {
    self.mostHeld = mostHeld
    self.context = context
    self.capabilities = capabilities
    self.isAsked = isAsked
  }

  /// Carries out the next step of the run.
  ///
  /// - Throws: The store's error. Drop the run after an error.
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

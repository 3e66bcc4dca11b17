/// `sync.status`: where the sync with the agency's system of record stands.
package enum SyncStatus: Method {
  package typealias Parameters = NoParameters

  /// One of the two loops.
  package struct Loop: WireObject {
    /// How its last run ended.
    package enum Outcome: String, WireWord {
      case succeeded
      case unreachable
      case failed
    }

    /// Whether a run is under way.
    package var isRunning: Bool
    /// How the last one ended; `nil`: none has.
    package var outcome: Outcome?
    /// When that was.
    package var lastAt: Timestamp?
    /// The next one.
    package var nextAt: Timestamp?
    /// Failures in a row.
    package var failures: Int
    /// What came between the last time, in words.
    package var problem: String?
    /// What became of the request that stopped it.
    package var cause: Cause?

    /// What became of a request.
    package struct Cause: WireObject {
      /// Its name.
      package var kind: String
      /// The HTTP status, or the error's number.
      package var number: Int?

      package init(kind: String, number: Int?) {
        self.kind = kind
        self.number = number
      }

      package static let members: [Member<Cause>] = [
        Member("kind", { $0.kind }, "What it was: status, refused, unknownHost, timeout, expired and so on."),
        Member(optional: "number", { $0.number }, "The HTTP status, or the error's number."),
      ]
    }

    package init(
      isRunning: Bool, outcome: Outcome?, lastAt: Timestamp?, nextAt: Timestamp?, failures: Int, problem: String?,
      cause: Cause?
    ) {
      self.isRunning = isRunning
      self.outcome = outcome
      self.lastAt = lastAt
      self.nextAt = nextAt
      self.failures = failures
      self.problem = problem
      self.cause = cause
    }

    package static let members: [Member<Loop>] = [
      Member("running", { $0.isRunning }, "Whether a run is under way."),
      Member(optional: "outcome", { $0.outcome }, "How the last one ended."),
      Member(optional: "lastAt", { $0.lastAt }, "When that was."),
      Member(optional: "nextAt", { $0.nextAt }, "The next one."),
      Member("failures", { $0.failures }, "Failures in a row."),
      Member(optional: "problem", { $0.problem }, "What came between the last time, in words."),
      Member(optional: "cause", { $0.cause }, "What became of the request that stopped it."),
    ]
  }

  /// Where it stands.
  package struct Answer: WireObject {
    /// What the indicator says.
    package var sync: SyncIndicator
    /// Whether there is an upstream at all.
    package var isConfigured: Bool
    /// Where upstream is; `nil`: there is none, or it is no matter of the caller's.
    package var address: String?
    /// Changes that upstream has not confirmed.
    package var pending: Int
    /// Changes that a person must see to.
    package var parked: Int
    /// What needs somebody's attention, of whomever; `nil`: it is no matter of the caller's.
    package var problems: SyncCounts?
    /// Records of upstream's that the run under way has brought.
    package var fetched: Int
    /// What the last attempt has come to.
    package var conclusion: SyncConclusion
    /// What changes upstream is fetched by it.
    package var pull: Loop?
    /// What waits here is sent by it.
    package var push: Loop?
    /// Texts for clients that know no zones.
    package var display: Display

    /// Moments as a person reads them.
    package struct Display: WireObject {
      /// When all was confirmed last.
      package var lastSynced: String?
      /// The next attempt.
      package var nextAttempt: String?

      package init(lastSynced: String?, nextAttempt: String?) {
        self.lastSynced = lastSynced
        self.nextAttempt = nextAttempt
      }

      package static let members: [Member<Display>] = [
        Member(optional: "lastSynced", { $0.lastSynced }, "When all was confirmed last."),
        Member(optional: "nextAttempt", { $0.nextAttempt }, "The next attempt."),
      ]
    }

    package init(
      sync: SyncIndicator, isConfigured: Bool, address: String?, pending: Int, parked: Int, problems: SyncCounts?,
      fetched: Int, conclusion: SyncConclusion, pull: Loop?, push: Loop?, display: Display
    ) {
      self.sync = sync
      self.isConfigured = isConfigured
      self.address = address
      self.pending = pending
      self.parked = parked
      self.problems = problems
      self.fetched = fetched
      self.conclusion = conclusion
      self.pull = pull
      self.push = push
      self.display = display
    }

    package static let members: [Member<Answer>] =
      [
        Member("state", { $0.sync.state }, "Where the sync stands."),
        Member("label", { $0.sync.label }, "What the indicator says."),
        Member("symbol", { $0.sync.symbol }, "A symbol's token."),
      ] + SyncConclusion.members { $0.conclusion } + [
        Member("configured", { $0.isConfigured }, "Whether there is an upstream at all."),
        Member(optional: "address", { $0.address }, "Where upstream is, for the office."),
        Member("pending", { $0.pending }, "Changes that upstream has not confirmed."),
        Member("parked", { $0.parked }, "Changes that a person must see to."),
        Member(optional: "problems", { $0.problems }, "How many problems of each kind are open, for the office."),
        Member("fetched", { $0.fetched }, "Records of upstream's that the run under way has brought."),
        Member(optional: "lastSyncedAt", { $0.sync.lastSyncedAt }, "The last time that all was confirmed."),
        Member(optional: "retryAt", { $0.sync.retryAt }, "The next attempt after one that came to nothing."),
        Member(optional: "retryInSeconds", { $0.sync.retryInSeconds }, "Seconds until then."),
        Member(optional: "pull", { $0.pull }, "What changes upstream is fetched by it."),
        Member(optional: "push", { $0.push }, "What waits here is sent by it."),
        Member("display", { $0.display }, "Texts for clients that know no zones."),
      ]
  }

  package static let name = "sync.status"
  package static let summary =
    "Where the sync with the agency's system of record stands; to a device, with its worker's own changes."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.everybody.subtracting([.gateway])
  package static let errors: [ErrorKind] = []
}

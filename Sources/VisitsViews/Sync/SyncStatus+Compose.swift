import Catalog
package import VisitsAPI
package import VisitsModel

extension SyncStatus.Answer {
  /// Where the sync stands, in words.
  ///
  /// - Parameters:
  ///   - pull: What fetches; `nil`: there is no upstream.
  ///   - push: What sends.
  ///   - address: Where upstream is, as far as the caller may know.
  ///   - problems: What is open, as far as the caller may know.
  ///   - fetched: How many records the run under way has brought.
  package static func compose(
    _ facts: SyncFacts, pull: LoopReport?, push: LoopReport?, address: String? = nil, problems: SyncCounts? = nil,
    fetched: Int, in context: ViewContext
  ) -> SyncStatus.Answer {
    let zone = context.agencyZone
    let times = TimeWords(context: context, zone: zone, readerZone: zone, day: context.today(in: zone))
    return SyncStatus.Answer(
      sync: .compose(facts, in: context), isConfigured: facts.standing != nil, address: address,
      pending: facts.standing?.rows.pending ?? 0, parked: facts.standing?.rows.parked ?? 0, problems: problems,
      fetched: fetched,
      conclusion: .compose(facts, pull: pull, push: push, in: context),
      pull: pull.map { .compose($0, in: context) }, push: push.map { .compose($0, in: context) },
      display: Display(
        lastSynced: facts.standing?.lastSyncedAt.map { times.moment($0).written },
        nextAttempt: facts.retryAt.map { times.moment($0).written }))
  }
}

extension SyncStatus.Loop {
  fileprivate static func compose(_ report: LoopReport, in context: ViewContext) -> SyncStatus.Loop {
    let loop = report.loop
    return SyncStatus.Loop(
      isRunning: loop.isRunning, outcome: loop.last?.wire, lastAt: loop.endedAt?.timestamp, nextAt: loop.due?.timestamp,
      failures: loop.failures, problem: report.problem(in: context),
      cause: report.trouble.map { Cause(kind: $0.kind.rawValue, number: $0.number) })
  }
}

extension RunOutcome {
  fileprivate var wire: SyncStatus.Loop.Outcome {
    switch self {
    case .succeeded: .succeeded
    case .unreachable: .unreachable
    case .failed: .failed
    }
  }
}

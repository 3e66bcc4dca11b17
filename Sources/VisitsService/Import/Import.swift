import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore

extension Import: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let plan = FHIRBundleReader(now: call.now).plan(from: parameters.content) { kind, identity in
      transaction.isKnown(identity, as: kind)
    }
    if let unreadable = plan.unreadable { throw Refusal.unreadableImport(unreadable) }
    let takesAll = parameters.skipInvalid != true
    if takesAll, !plan.refused.isEmpty {
      throw NothingKept(outcome: .imported(ImportSummary(refused: plan.refused)))
    }
    var application = PlanApplication(transaction: transaction)
    let summary = try application.apply(plan)
    if takesAll, !summary.refused.isEmpty {
      throw NothingKept(outcome: .imported(ImportSummary(refused: summary.refused)))
    }
    if parameters.dryRun == true { throw NothingKept(outcome: .imported(summary)) }
    call.service.report(
      .imported(
        added: summary.added, changed: summary.changed, unchanged: summary.unchanged, refused: summary.refused.count))
    return .imported(summary)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .imported(let summary) = outcome else { throw UnfitOutcome() }
    return Answer(
      added: summary.added, changed: summary.changed, unchanged: summary.unchanged,
      refused: summary.refused.map { .init(place: $0.place, reason: $0.reason) })
  }
}

extension ChangeTransaction {
  /// Whether a person of that identity is kept. Where the store cannot be asked, nobody is known: the change itself
  /// meets the same fault and fails with it.
  fileprivate func isKnown(_ identity: UpstreamIdentity, as kind: PersonKind) -> Bool {
    switch kind {
    case .worker: (try? workerID(for: identity)) ?? nil != nil
    case .client: (try? clientID(for: identity)) ?? nil != nil
    }
  }
}

import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore

extension Import: PreparedChangeHandler {
  static let origin: Caller.Origin? = .import

  static func received(_ parameters: Parameters, _ call: Call) throws -> Answer? { nil }

  static func prepare(_ parameters: Parameters, _ call: Call) throws -> FHIRBundleReader.Reading {
    FHIRBundleReader(now: call.now).read(parameters.content)
  }

  static func settled(_ parameters: Parameters, _ call: Call) {}

  static func apply(
    _ prepared: FHIRBundleReader.Reading, _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var known = KnownPeople(transaction: transaction)
    let plan = FHIRBundleReader(now: call.now).plan(from: prepared) { kind, identity in
      known.contains(identity, as: kind)
    }
    try known.check()
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

/// Who is kept already, for a reader that knows no store and its faults.
private struct KnownPeople {
  let transaction: ChangeTransaction
  private var fault: (any Error)?

  init(transaction: ChangeTransaction) {
    self.transaction = transaction
  }

  /// Whether a person of that identity is kept; nobody is where the store cannot be asked, see ``check()``.
  mutating func contains(_ identity: UpstreamIdentity, as kind: PersonKind) -> Bool {
    do {
      switch kind {
      case .worker: return try transaction.workerID(for: identity) != nil
      case .client: return try transaction.clientID(for: identity) != nil
      }
    } catch {
      fault = fault ?? error
      return false
    }
  }

  /// Throws what kept the store from being asked: a plan made without its answer is none.
  func check() throws {
    if let fault { throw fault }
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitReopen: ChangeHandler {
  static func requestId(of parameters: Parameters) -> String { parameters.change.requestId }

  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let stoodInThePlan = visit.occupiesItsTime
    try visit.reopen(to: parameters.to == .inProgress ? .inProgress : .scheduled)
    try call.checkOverlap(visit, allowed: stoodInThePlan, in: transaction)
    transaction.reason = parameters.reason
    return .visits([try transaction.put(visit)])
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    try await call.cardAnswer(outcome)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitMiss: ChangeHandler {
  static func requestId(of parameters: Parameters) -> String { parameters.change.requestId }

  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    try visit.miss(by: parameters.by.missedBy, reason: parameters.reason, now: call.now)
    transaction.reason = parameters.reason
    return .visits([try transaction.put(visit)])
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    try await call.cardAnswer(outcome)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitMiss: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    try visit.miss(by: parameters.by.missedBy, reason: parameters.reason, now: call.now)
    transaction.reason = parameters.reason
    return .visits([try transaction.put(visit)])
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitCancel: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    try visit.cancel(reason: parameters.reason)
    transaction.reason = parameters.reason
    return .visits([try transaction.put(visit)])
  }
}

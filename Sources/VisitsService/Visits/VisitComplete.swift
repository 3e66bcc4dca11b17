import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitComplete: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    if let own = call.own {
      return try call.record(.checkOut, of: parameters.visit, by: own, name, note: parameters.note, in: transaction) {
        try call.check(
          parameters.at, sentAt: parameters.sentAt, parameters.location, parameters.typed, of: &$0, in: transaction)
      }
    }
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let checkOut = try call.check(
      parameters.at, sentAt: parameters.sentAt, parameters.location, parameters.typed, of: &visit, in: transaction)
    try visit.complete(checkOut, isTimeTold: parameters.at != nil)
    visit.add(parameters.note)
    return .visits([try transaction.put(visit)])
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    try await call.cardAnswer(outcome, toast: call.view.visitCompletedToast)
  }
}

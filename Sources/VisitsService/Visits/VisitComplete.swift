import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitComplete: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let checkOut = try call.check(
      parameters.at, sentAt: parameters.sentAt, parameters.location, parameters.typed, of: &visit, in: transaction)
    try visit.complete(checkOut, isTimeTold: parameters.at != nil)
    // What stands there stays: somebody wrote it for whoever comes next.
    if let note = parameters.note, !note.isEmpty { visit.note = visit.note.map { "\($0)\n\(note)" } ?? note }
    return .visits([try transaction.put(visit)])
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    try await call.cardAnswer(outcome, toast: call.view.visitCompletedToast)
  }
}

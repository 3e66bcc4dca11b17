import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitStart: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    try start(parameters, in: transaction, call).made(unless: parameters.dryRun)
  }

  private static func start(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    if let own = call.own {
      return try call.record(.checkIn, of: parameters.visit, by: own, name, in: transaction) { visit in
        try call.check(
          parameters.at, sentAt: parameters.sentAt, parameters.location, parameters.typed, of: &visit, in: transaction)
      }
    }
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let checkIn = try call.check(
      parameters.at, sentAt: parameters.sentAt, parameters.location, parameters.typed, of: &visit, in: transaction)
    try visit.start(checkIn, isTimeTold: parameters.at != nil)
    return .visits([try transaction.put(visit)])
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    try await call.announcedAnswer(outcome, of: .checkIn)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SessionTrial: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let session = try call.session(parameters.session, parameters.change, in: transaction)
    let mark = try call.mark(
      parameters.at, sentAt: parameters.sentAt, parameters.typed, at: transaction.client(session.client),
      in: transaction)
    switch parameters.act {
    case .record(let isSuccess):
      if call.own == nil { try session.checkTrial(at: mark.at, isTimeTold: parameters.at != nil) }
      return .session(
        try transaction.addTrial(isSuccess, mark, isLate: session.isOver(for: mark.at), to: session))
    case .takeBack(let number):
      guard let trial = try transaction.lastTrial(of: session.id, number: number) else {
        // A device that takes back a missing trial has nothing to correct, but the audit keeps that it tried.
        guard call.own == nil else { return .session(try transaction.put(session, isHeardAgain: true)) }
        throw Refusal.invalid(field: number == nil ? "undo" : "trial", .noTrial(session.id))
      }
      return .session(try transaction.takeBack(trial, mark, of: session))
    }
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    .tried(try await call.placedSession(outcome).session, in: call.view)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SessionEnd: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var session = try call.session(parameters.session, parameters.change, in: transaction)
    let mark = try call.mark(
      parameters.at, sentAt: parameters.sentAt, parameters.typed, at: transaction.client(session.client),
      in: transaction)
    guard call.own != nil else {
      try session.finish(mark, isTimeTold: parameters.at != nil)
      return .session(try transaction.put(session))
    }
    if try transaction.isSentAgain(of: session.id) { return .session(session) }
    let before = session
    session.reportEnd(mark)
    return .session(try transaction.put(session, isHeardAgain: session == before))
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    .ended(try await call.placedSession(outcome).session, in: call.view)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitComplete: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let outcome = try complete(parameters, in: transaction, call)
    if case .visits(let visits) = outcome { for visit in visits { try endSession(of: visit, in: transaction, call) } }
    return try outcome.made(unless: parameters.dryRun)
  }

  private static func complete(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    if let own = call.own {
      return try call.record(.checkOut, of: parameters.visit, by: own, name, note: parameters.note, in: transaction) {
        try call.check(
          parameters.at, sentAt: parameters.sentAt, parameters.location, parameters.typed, after: $0.life.checkIn?.at,
          of: &$0, in: transaction)
      }
    }
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let checkOut = try call.check(
      parameters.at, sentAt: parameters.sentAt, parameters.location, parameters.typed, after: visit.life.checkIn?.at,
      of: &visit, in: transaction)
    try visit.complete(checkOut, isTimeTold: parameters.at != nil)
    try visit.add(parameters.note)
    return .visits([try transaction.put(visit)])
  }

  /// Ends the worker's running practice session when the visit is completed. If the device later reports another end of
  /// the session, that end replaces this one.
  private static func endSession(
    of visit: Visit, in transaction: ChangeTransaction, _ call: Call
  ) throws {
    guard let worker = call.own ?? visit.worker, let left = visit.life.checkOut, visit.status == .completed,
      var session = try transaction.runningSession(of: worker), session.visit == visit.id
    else { return }
    session.giveWay(
      GoalSession.Mark(
        at: left.at, receivedAt: call.now, method: left.method, by: call.session.caller.by,
        isClockSuspect: left.isClockSuspect))
    _ = try transaction.put(session)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    try await call.announcedAnswer(outcome, of: .checkOut, toast: call.view.visitCompletedToast)
  }
}

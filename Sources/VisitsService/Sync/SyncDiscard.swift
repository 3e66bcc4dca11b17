import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync

extension SyncDiscard: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let problems = try transaction.problems(parameters.subject, call)
    for problem in problems {
      if problem.kind == .parked {
        try transaction.giveUp(SyncThing(rawValue: problem.subject), reason: parameters.reason)
      } else {
        try transaction.takeNote(of: problem, reason: parameters.reason)
      }
    }
    return .settled(problems.count)
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .settled(let count) = outcome else { throw UnfitOutcome() }
    call.service.forgetTodays()
    return Answer(discarded: count)
  }
}

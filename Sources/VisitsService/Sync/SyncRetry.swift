import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension SyncRetry: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    // An overruled change is settled; it can only be discarded.
    var problems = try transaction.problems(parameters.subject, call).filter { $0.kind != .overruled }
    // Possible duplicates of upstream visits must be decided one by one.
    if case .all = parameters.subject { problems.removeAll { $0.code == SyncProblem.twinCode } }
    for problem in problems where problem.kind == .parked {
      try transaction.tryAgain(SyncThing(rawValue: problem.subject))
    }
    return .settled(problems.count)
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .settled(let count) = outcome else { throw UnfitOutcome() }
    call.service.forgetTodays()
    _ = call.service.sync?.ask()
    return Answer(retried: count)
  }
}

extension ChangeTransaction {
  /// Returns the open sync problems that a call names: all of them, the one with a number, or those of a visit.
  func problems(_ subject: SyncProblemSubject, _ call: Call) throws -> [SyncProblem] {
    let open = try problems()
    let (found, name): ([KeptProblem], String)
    switch subject {
    // Naming all problems is valid even if there are none.
    case .all: return open.map(\.problem)
    case .problem(let number): (found, name) = (open.filter { $0.number == Int64(number) }, String(number))
    case .visit(let id):
      (found, name) = (open.filter { $0.problem.subject == SyncThing(.visit, id.lowercased()).rawValue }, id)
    }
    guard !found.isEmpty else { throw RPCError(.noProblem(name, in: call.view)) }
    return found.map(\.problem)
  }
}

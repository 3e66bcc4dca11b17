import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension WorkerLink: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let id = try transaction.shownWorker(parameters.worker).id
    let worker = try transaction.worker(id, expectedVersion: parameters.change.expectedVersion)
    let linked = try call.linking(transaction).link(worker, to: parameters.record)
    try transaction.settleDuplicates()
    return .linkedWorker(linked.worker, linked.outcome)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .linkedWorker(let worker, let link) = outcome else { throw UnfitOutcome() }
    // What waited for the link goes now.
    call.service.forgetTodays()
    _ = call.service.sync?.ask()
    return Answer(worker: WorkerView.compose(worker, in: call.view), link: LinkView(link))
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension WorkerUnlink: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let id = try transaction.shownWorker(parameters.worker).id
    let worker = try transaction.worker(id, expectedVersion: parameters.change.expectedVersion)
    let unlinked = try call.linking(transaction).unlink(worker)
    return .linkedWorker(unlinked.worker, unlinked.outcome)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .linkedWorker(let worker, let link) = outcome else { throw UnfitOutcome() }
    return Answer(worker: WorkerView.compose(worker, in: call.view), link: LinkView(link))
  }
}

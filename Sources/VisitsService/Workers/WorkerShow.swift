import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension WorkerShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    try call.requireOwn(parameters.worker)
    let worker = try await call.service.store.read { try $0.shownWorker(parameters.worker) }
    return Answer(worker: WorkerView.compose(worker, in: call.view))
  }
}

extension StoreReader {
  /// The worker of that id, or why there is none.
  func shownWorker(_ id: String) throws -> Worker {
    guard let known = WorkerID(rawValue: id), let worker = try worker(known) else {
      throw Refusal.notFound(.worker, id: id)
    }
    return worker
  }
}

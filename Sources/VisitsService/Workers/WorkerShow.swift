import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension WorkerShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    try call.requireOwn(parameters.worker)
    let worker = try await call.service.store.read { try $0.namedWorker(parameters.worker) }
    return Answer(worker: WorkerView.compose(worker, in: call.view))
  }
}

extension StoreReader {
  /// The worker of that id, or why there is none; whoever was merged into another is shown as they were.
  func namedWorker(_ id: String) throws -> Worker {
    guard let known = WorkerID(rawValue: id), let worker = try worker(known) else {
      throw Refusal.notFound(.worker, id: id)
    }
    return worker
  }

  /// The worker whom that id means, or why there is none. A device, or a script, may name a worker whom the office has
  /// merged into another since: the other is meant.
  func shownWorker(_ id: String) throws -> Worker {
    guard let worker = try meantWorker(id) else { throw Refusal.notFound(.worker, id: id) }
    return worker
  }

  /// The worker whom that id means; `nil`: there is none.
  func meantWorker(_ id: String) throws -> Worker? {
    guard let known = WorkerID(rawValue: id) else { return nil }
    return try worker(successor(of: known))
  }
}

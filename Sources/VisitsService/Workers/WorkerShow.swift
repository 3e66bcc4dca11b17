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
  /// Returns the worker with the id. A worker who was merged into another is returned unchanged.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is none.
  func namedWorker(_ id: String) throws -> Worker {
    guard let known = WorkerID(rawValue: id), let worker = try worker(known) else {
      throw Refusal.notFound(.worker, id: id)
    }
    return worker
  }

  /// Returns the worker with the id. A device or a script may use the id of a worker whom the office has merged into
  /// another since; then the other worker is returned.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is none.
  func shownWorker(_ id: String) throws -> Worker {
    guard let worker = try meantWorker(id) else { throw Refusal.notFound(.worker, id: id) }
    return worker
  }

  /// Returns the worker with the id, or the worker into whom that worker was merged; `nil` if there is none.
  func meantWorker(_ id: String) throws -> Worker? {
    guard let known = WorkerID(rawValue: id) else { return nil }
    return try worker(successor(of: known))
  }
}

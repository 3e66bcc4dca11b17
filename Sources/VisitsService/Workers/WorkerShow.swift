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
  /// Returns the worker with the id. A worker who was merged into another is returned too, rather than the other
  /// worker.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such worker.
  func namedWorker(_ id: String) throws -> Worker {
    guard let known = WorkerID(rawValue: id), let worker = try worker(known) else {
      throw Refusal.notFound(.worker, id: id)
    }
    return worker
  }

  /// Returns the worker with the id. If the office has merged that worker into another, returns the other worker,
  /// because a device or a script may still use the former id.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such worker.
  func shownWorker(_ id: String) throws -> Worker {
    guard let worker = try meantWorker(id) else { throw Refusal.notFound(.worker, id: id) }
    return worker
  }

  /// Returns the worker with the id. If the office has merged that worker into another, returns the other worker.
  /// Returns `nil` if there is no such worker.
  func meantWorker(_ id: String) throws -> Worker? {
    guard let known = WorkerID(rawValue: id) else { return nil }
    return try worker(successor(of: known))
  }
}

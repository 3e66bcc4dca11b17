import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension WorkerList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let page = try await call.service.store.read { reader in
      try reader.workers(
        matching: parameters.match, includeInactive: parameters.includeInactive ?? false, limit: limit + 1,
        after: parameters.after.flatMap { WorkerID(rawValue: $0) })
    }
    let shown = page.prefix(limit)
    return Answer(
      workers: shown.map { WorkerView.compose($0, in: call.view) },
      next: page.count > limit ? shown.last?.id.rawValue : nil)
  }
}

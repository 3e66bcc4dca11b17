import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension SyncStatus: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let facts = try await service.store.read { try service.syncFacts($0, of: call.own) }
    let report = service.sync?.report
    return .compose(facts, pull: report?.pull, push: report?.push, fetched: report?.taken ?? 0, in: call.view)
  }
}

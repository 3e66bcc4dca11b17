import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension SyncStatus: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let (facts, problems) = try await service.store.read {
      (try service.syncFacts($0, of: call.own), try $0.problemCounts())
    }
    let report = service.sync?.report
    // A device sees only what concerns its worker's changes.
    let isOffice = call.own == nil
    return .compose(
      facts, pull: report?.loops.pull, push: report?.loops.push, address: isOffice ? service.sync?.address : nil,
      problems: isOffice ? SyncCounts(problems) : nil, fetched: report?.taken ?? 0, in: call.view)
  }
}

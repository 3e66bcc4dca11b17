import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension AlertList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let since = try call.bound(parameters.since, field: "since", in: call.service.settings.agencyZone)
    let limit = parameters.limit ?? 100
    let page = try await call.service.store.read { reader in
      let worker = try parameters.worker.map { try reader.shownWorker($0).id }
      return try reader.alerts(
        isOpen: parameters.isOpen, worker: worker, since: since, limit: limit + 1,
        after: parameters.after.map { AlertID(rawValue: $0.lowercased()) }
      ).map { try reader.placed($0) }
    }
    let shown = page.prefix(limit)
    return Answer(
      alerts: shown.map { AlertView.compose($0, in: call.view) },
      next: page.count > limit ? shown.last?.alert.id.rawValue : nil)
  }
}

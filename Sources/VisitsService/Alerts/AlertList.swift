import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension AlertList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let since = try call.bound(parameters.since, field: "since", in: call.service.settings.agencyZone)
    let placed = try await call.service.store.read { reader in
      let worker = try parameters.worker.map { try reader.shownWorker($0).id }
      return try reader.alerts(
        isOpen: parameters.isOpen, worker: worker, since: since, limit: parameters.limit ?? 100
      ).map { try reader.placed($0) }
    }
    return Answer(alerts: placed.map { AlertView.compose($0, in: call.view) })
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SeriesList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let placed = try await call.service.store.read { reader in
      try reader.series(
        client: try parameters.client.map { try reader.shownClient($0).id },
        worker: try parameters.worker.map { try reader.shownWorker($0).id }, match: parameters.match,
        isOver: parameters.over,
        today: call.service.settings.agencyZone.day(of: call.now), limit: parameters.limit ?? 100
      ).map { try reader.placed($0) }
    }
    return Answer(series: placed.map { SeriesView.compose($0, in: call.view) })
  }
}

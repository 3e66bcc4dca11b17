import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SeriesShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let id = SeriesID(rawValue: parameters.series.lowercased())
    let placed = try await call.service.store.read { reader in try reader.series(id).map { try reader.placed($0) } }
    guard let placed else { throw Refusal.notFound(.series, id: parameters.series) }
    return Answer(series: SeriesView.compose(placed, in: call.view))
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SeriesShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let id = SeriesID(rawValue: parameters.series.lowercased())
    let found = try await call.service.store.read { [now = call.now] reader in
      try reader.series(id).map { series in
        (
          placed: try reader.placed(series),
          days: try reader.occurrences(of: id, from: series.zone.day(of: now))
        )
      }
    }
    guard let (placed, days) = found else { throw Refusal.notFound(.series, id: parameters.series) }
    return Answer(
      series: SeriesView.compose(placed, in: call.view),
      exceptions: days.compactMap { day, visit in
        SeriesException.compose(visit, on: day, of: placed.series, in: call.view)
      })
  }
}

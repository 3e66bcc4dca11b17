import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let (page, next) = try await call.service.store.read { reader in
      var filter = try call.filter(
        parameters.window, worker: parameters.worker, client: parameters.client, in: reader)
      filter.statuses = Set(parameters.status.map(\.status))
      filter.isOpen = parameters.open
      filter.match = parameters.match
      return try reader.visits(
        filter, limit: parameters.page.most, after: try parameters.page.mark())
    }
    return Answer(visits: page.map { VisitView.compose($0, in: call) }, next: next?.text)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let (page, next, window) = try await call.service.store.read { reader in
      var filter = try call.filter(
        parameters.window, worker: parameters.worker, client: parameters.client, in: reader)
      filter.statuses = Set(parameters.status.map(\.status))
      filter.isOpen = parameters.open
      filter.late = parameters.late ? VisitFilter.Late(call.service.settings.lateRule, at: call.now) : nil
      filter.match = parameters.match
      filter.isOvernight = parameters.overnight
      let found = try reader.visits(filter, limit: parameters.page.most, after: try parameters.page.mark())
      return (found.visits, found.next, filter)
    }
    let views = page.map { placed in
      var view = VisitView.compose(placed, in: call)
      if window.isOvernight { view.tellDays(of: placed, from: window.from, to: window.to, in: call.view) }
      return view
    }
    return Answer(visits: views, next: next?.text)
  }
}

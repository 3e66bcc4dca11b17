import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SessionList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.page.most
    let (page, isMore) = try await call.service.store.read { reader in
      // The window, the worker and the client are interpreted as for visits.
      let window = try call.filter(
        parameters.window, worker: parameters.worker, client: parameters.client, in: reader)
      let filter = SessionFilter(
        worker: window.worker, client: window.client,
        goal: parameters.goal.map { GoalID(rawValue: $0.lowercased()) },
        visit: parameters.visit.map { VisitID(rawValue: $0.lowercased()) }, match: parameters.match,
        isRunning: parameters.running ?? false, from: window.from, to: window.to)
      let found = try reader.sessions(
        filter, limit: limit + 1, after: try parameters.page.mark())
      return (try found.prefix(limit).map { try reader.placed($0) }, found.count > limit)
    }
    let last = page.last.map { SessionFilter.Mark(start: $0.session.start.at, id: $0.session.id).text }
    return Answer(sessions: page.map { SessionView.compose($0, in: call.view) }, next: isMore ? last : nil)
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitSuggest: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let (placed, suggestions) = try await call.service.store.read { reader in
      let visit = try reader.visit(VisitID(rawValue: parameters.visit.lowercased()))
      guard let visit, !visit.isWithdrawn, let placed = try reader.placed([visit]).first else {
        throw Refusal.notFound(.visit, id: parameters.visit)
      }
      let suggestions = try reader.suggestions(
        for: visit, now: call.now, travelMinutes: call.service.settings.travelMinutes, limit: parameters.limit ?? 5)
      return (placed, suggestions)
    }
    return Answer(
      visit: VisitView.compose(placed, in: call),
      suggestions: suggestions.map { .compose($0, of: placed, in: call.view) })
  }
}

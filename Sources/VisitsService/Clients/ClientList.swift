import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension ClientList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let page = try await call.service.store.read { reader in
      try reader.clients(
        matching: parameters.match, includeInactive: parameters.includeInactive ?? false, limit: limit + 1,
        after: parameters.after.flatMap { ClientID(rawValue: $0) })
    }
    let shown = page.prefix(limit)
    return Answer(
      clients: shown.map { ClientView.compose($0, in: call.view) },
      next: page.count > limit ? shown.last?.id.rawValue : nil)
  }
}

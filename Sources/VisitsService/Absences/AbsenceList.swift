import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension AbsenceList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let page = try await call.service.store.read { reader in
      try reader.absences(
        of: try parameters.worker.map { try reader.shownWorker($0).id },
        notOverBy: parameters.all == true ? nil : call.now, limit: limit + 1,
        after: parameters.after.map { AbsenceID(rawValue: $0.lowercased()) }
      ).map { try reader.placed($0) }
    }
    let shown = page.prefix(limit)
    return Answer(
      absences: shown.map { AbsenceView.compose($0, in: call.view) },
      next: page.count > limit ? shown.last?.absence.id.rawValue : nil)
  }
}

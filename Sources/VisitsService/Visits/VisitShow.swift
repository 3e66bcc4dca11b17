import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let id = VisitID(rawValue: parameters.visit.lowercased())
    let placed = try await call.service.store.read { reader in
      guard let visit = try reader.visit(id), try call.mayRead(visit, reader) else { return PlacedVisit?.none }
      return try reader.placed([visit]).first
    }
    guard let placed, !placed.visit.isWithdrawn else { throw Refusal.notFound(.visit, id: parameters.visit) }
    return Answer(visit: VisitView.compose(placed, in: call))
  }
}

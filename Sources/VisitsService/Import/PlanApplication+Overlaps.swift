import VisitsModel
import VisitsStore

extension PlanApplication {
  /// Overlaps that come from upstream are stored, with an alert: one for each two visits.
  ///
  /// Looked for when all is planned, so that visits can change places; not among those that are long past.
  func raiseOverlaps() throws {
    for id in touched {
      guard let visit = try transaction.watched(id, open: []), let worker = visit.worker, visit.occupiesItsTime,
        visit.end.milliseconds + LateRule.memory > transaction.now.milliseconds
      else { continue }
      let others = try transaction.overlapping(worker: worker, start: visit.start, end: visit.end, except: id)
      guard let first = others.first, try others.allSatisfy({ try !isOverlapNoticed($0.id) }) else { continue }
      _ = try transaction.raise(.overlap, of: visit, since: max(visit.start, first.start))
    }
  }

  private func isOverlapNoticed(_ id: VisitID) throws -> Bool {
    try transaction.openAlerts(of: id).contains { $0.kind == .overlap }
  }
}

package import VisitsModel

extension ChangeTransaction {
  /// Raises an alert for each of these visits whose worker has another at the same time, where nobody was asked: one for
  /// each two that come at once. What was noticed of one before tells nobody of another that comes later.
  ///
  /// To be called when all is planned, so that visits can change places.
  package func raiseOverlaps(of visits: [VisitID]) throws {
    var raised: Set<VisitID> = []
    // Of hundreds that are taken in at once most are in nobody's way.
    for id in try visits.count > 1 ? crowded(visits, now: now) : visits {
      try goOn()
      guard let visit = try watched(id, open: []), visit.occupiesItsTime, !visit.isOver(by: now) else { continue }
      let others = try neighbours(of: visit)
      // Of two in each other's way one alert is enough; of three the third is in nobody's way who is known of.
      guard let first = others.first(where: { !raised.contains($0.id) }) else { continue }
      if try raise(.overlap, of: visit, since: max(visit.start, first.start)) != nil { raised.insert(id) }
    }
  }
}

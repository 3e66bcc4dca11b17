package import VisitsModel

extension ChangeTransaction {
  /// Raises an overlap alert about each of these visits that overlaps another visit of its worker. Call this function
  /// for changes that no coordinator confirms, such as a pull from upstream or the planning of a series.
  ///
  /// Two visits of the list that overlap each other need only one alert: a visit gets no alert if every visit that it
  /// overlaps already got one in this call. An alert from an earlier call does not count, because it does not report a
  /// visit that was added later.
  ///
  /// Call this function after all visits are stored with their new times. Otherwise two visits that swap their times
  /// would raise an alert.
  package func raiseOverlaps(of visits: [VisitID]) throws {
    var raised: Set<VisitID> = []
    // Hundreds of visits may arrive at once, and most overlap no other visit. One query finds the visits that do.
    for id in try visits.count > 1 ? crowded(visits, now: now) : visits {
      try goOn()
      guard let visit = try watched(id, open: []), visit.occupiesItsTime, !visit.isOver(by: now) else { continue }
      let others = try neighbours(of: visit)
      // One alert is enough for two visits that overlap. A visit gets none if all its neighbours got one in this call.
      guard let first = others.first(where: { !raised.contains($0.id) }) else { continue }
      if try raise(.overlap, of: visit, since: max(visit.start, first.start)) != nil { raised.insert(id) }
    }
  }
}

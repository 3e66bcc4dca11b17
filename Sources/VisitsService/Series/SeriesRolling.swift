import VisitsModel
import VisitsStore

/// Creates the visits of series up to the horizon (the last day for which visits are created in advance), which moves
/// on every day. A visit is created even if it overlaps with another one, since a coordinator must settle the overlap.
/// A visit whose worker has left the agency, or is away then, is created without a worker.
extension VisitsService {
  /// The most visits that are created in one change, because other changes wait until it is finished.
  static let rollLimit = 500

  /// Returns the horizon: the last day for which the visits of series are created in advance.
  func horizon(at now: Instant) -> CareDay {
    settings.agencyZone.day(of: now).adding(days: 7 * settings.horizonWeeks)
  }

  /// Creates the visits of all series that are missing up to the horizon. Changes nothing if none are missing.
  ///
  /// - Returns: The number of visits created.
  @discardableResult
  package func makeDueVisits() async throws -> Int {
    var count = 0
    var unreadable: Set<SeriesID> = []
    let start = now()
    // Pass yesterday: in the time zone of a series it may still be the day before.
    try await store.note(
      seriesHorizon: horizon(at: start), today: settings.agencyZone.day(of: start).adding(days: -1))
    while !Task.isCancelled {
      loops.works(.housekeeping)
      let now = now()
      let horizon = horizon(at: now)
      let passedOver = unreadable.count
      let due = try await store.read { try $0.dueSeries(through: horizon, limit: 1 + passedOver) }
      for id in due.unreadable where unreadable.insert(id).inserted { report(.seriesUnreadable(id)) }
      if due.series.isEmpty {
        if unreadable.count > passedOver { continue }
        break
      }
      let id = newReference()
      let request = ChangeRequest(
        caller: .system, method: "series.roll", requestId: id, fingerprint: [], receivedAt: now)
      let outcome = try await store.change(request) { transaction in
        .madeVisits(try transaction.makeDueVisits(through: horizon, now: now, passingOver: passedOver))
      }
      if case .madeVisits(let made) = outcome { count += made }
    }
    return count
  }
}

extension ChangeTransaction {
  /// Creates missing visits up to the horizon, at most ``VisitsService/rollLimit`` of them.
  ///
  /// - Parameter unreadable: The number of series that are due but cannot be read. They are skipped and stay due.
  fileprivate func makeDueVisits(
    through horizon: CareDay, now: Instant, passingOver unreadable: Int
  ) throws -> Int {
    var count = 0
    var made: [VisitID] = []
    let due = try dueSeries(through: horizon, limit: VisitsService.rollLimit + unreadable)
    for (series, nextDay) in due.series {
      let left = VisitsService.rollLimit - count
      guard left > 0 else { break }
      let worker = try presentWorker(of: series)
      // Visits that a long stop has left out are not created in the past.
      let occurrences = series.occurrences(from: max(nextDay, series.zone.day(of: now)), through: horizon)
      for occurrence in occurrences.prefix(left) {
        count += 1
        let day = occurrence.original.day
        // A day that has its visit already must not keep the other days from getting theirs.
        if try isTaken(day, of: series.id) { continue }
        made.append(try put(newVisit(of: series, on: day, worker: worker), as: day, of: series.id).id)
      }
      let next = occurrences.dropFirst(left).first?.original.day ?? series.nextDay(from: horizon.adding(days: 1))
      try note(nextDay: next, of: series.id)
    }
    try raiseOverlaps(of: made)
    return made.count
  }

  /// Returns a new visit of a series. While the worker is away, the visit is open.
  ///
  /// - Parameter isAllowed: Whether the worker gets the visit even then.
  func newVisit(
    of series: Series, on day: CareDay, worker: WorkerID?, allowingAbsence isAllowed: Bool = false
  ) throws -> Visit {
    var visit = try series.visit(newVisitID(of: series, on: day), on: day, worker: worker)
    if let worker, !isAllowed, try isAway(worker, from: visit.start, to: visit.end) { visit.worker = nil }
    return visit
  }

  /// Returns the id of the visit that a series has on a day. The id for the same series and day is always the same.
  func newVisitID(of series: Series, on day: CareDay) throws -> VisitID {
    try newVisitID(standingFor: "series/\(series.id.rawValue)/\(day.daysSince1970)")
  }

  /// Returns the worker for new visits of a series; `nil` if the series has none, or while the worker is inactive.
  func presentWorker(of series: Series) throws -> WorkerID? {
    try series.worker.flatMap { try worker($0) }.flatMap { $0.isActive ? $0.id : nil }
  }
}

import VisitsModel
import VisitsStore

/// Creates the visits of series as the horizon moves on. Overlaps do not stop it, since a coordinator must settle them.
/// Visits of a worker who has left are created without a worker.
extension VisitsService {
  /// The most visits that are created in one change: other changes wait for it.
  static let rollLimit = 500

  /// Returns the last day for which the visits of series are created.
  func horizon(at now: Instant) -> CareDay {
    settings.agencyZone.day(of: now).adding(days: 7 * settings.horizonWeeks)
  }

  /// Creates the missing visits up to the horizon; changes nothing if there are none.
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
  /// Creates visits up to the horizon, for as many series as fit into one change.
  ///
  /// - Parameter unreadable: The number of series that cannot be read, and stay due.
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
        made.append(
          try put(series.visit(newVisitID(of: series, on: day), on: day, worker: worker), as: day, of: series.id).id)
      }
      let next = occurrences.dropFirst(left).first?.original.day ?? series.nextDay(from: horizon.adding(days: 1))
      try note(nextDay: next, of: series.id)
    }
    try raiseOverlaps(of: made)
    return made.count
  }

  /// Returns the id of a series' visit on a day: always the same for that day.
  func newVisitID(of series: Series, on day: CareDay) throws -> VisitID {
    try newVisitID(standingFor: "series/\(series.id.rawValue)/\(day.daysSince1970)")
  }

  /// Returns the worker of a series' visits; `nil` while the worker is inactive.
  func presentWorker(of series: Series) throws -> WorkerID? {
    try series.worker.flatMap { try worker($0) }.flatMap { $0.isActive ? $0.id : nil }
  }
}

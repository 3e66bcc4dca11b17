import VisitsModel
import VisitsStore

/// Makes the visits of series as the horizon moves on: overlaps are made all the same, since a person must settle them,
/// and visits of a worker who has left are open.
extension VisitsService {
  /// The most visits that are made in one change: others wait for it.
  static let rollLimit = 500

  /// The last day for which the visits of series are made.
  func horizon(at now: Instant) -> CareDay {
    settings.agencyZone.day(of: now).adding(days: 7 * settings.horizonWeeks)
  }

  /// Makes the visits up to the horizon that have not been made; changes nothing when there are none.
  ///
  /// - Returns: how many were made.
  @discardableResult
  package func makeDueVisits() async throws -> Int {
    var count = 0
    var unreadable: Set<SeriesID> = []
    let start = now()
    // A day early: a series may be in a zone where it is yesterday still.
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
  /// Makes visits up to the horizon, of as many series as one change has room for.
  ///
  /// - Parameter unreadable: How many series cannot be read, and stay due.
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
      // Nobody goes back in time for what a long stop has left out.
      let occurrences = series.occurrences(from: max(nextDay, series.zone.day(of: now)), through: horizon)
      for occurrence in occurrences.prefix(left) {
        count += 1
        let day = occurrence.original.day
        // One that is there already is no reason to make none of the others.
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

  /// The id of a series' visit on a day: the same however often the day is planned.
  func newVisitID(of series: Series, on day: CareDay) throws -> VisitID {
    try newVisitID(standingFor: "series/\(series.id.rawValue)/\(day.daysSince1970)")
  }

  /// Who makes the visits of a series; nobody while the worker is inactive.
  func presentWorker(of series: Series) throws -> WorkerID? {
    try series.worker.flatMap { try worker($0) }.flatMap { $0.isActive ? $0.id : nil }
  }
}

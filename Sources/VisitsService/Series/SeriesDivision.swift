import VisitsModel
import VisitsStore

/// Changes a series from one day on. If the series has earlier days, it ends there, and a new series continues it with
/// the changes.
///
/// Decisions about single visits are kept: a moved visit keeps its time, a visit that was cancelled or begun does not
/// change, and neither does any other value that differs from the old value of the series.
struct SeriesDivision {
  let transaction: ChangeTransaction
  let now: Instant
  let from: CareDay
  /// Whether new visits get the worker even while the worker is away.
  let allowsAbsence: Bool
  /// The visits that were created, or whose worker or time has changed.
  private(set) var replanned: [Visit] = []

  init(transaction: ChangeTransaction, now: Instant, from: CareDay, allowsAbsence: Bool) {
    self.transaction = transaction
    self.now = now
    self.from = from
    self.allowsAbsence = allowsAbsence
  }

  /// Stores the changed series, and updates its visits.
  ///
  /// - Parameters:
  ///   - horizon: The last day for which visits are created.
  ///   - reason: The reason that is stored with a cancelled visit, if its day is no longer in the series.
  /// - Returns: The series that continues, with its new and changed visits.
  mutating func apply(
    _ after: Series, insteadOf before: Series, through horizon: CareDay, droppedBecause reason: String
  ) throws -> (series: Series, visits: [Visit]) {
    let isDivided = before.nextDay(from: before.recurrence.start.day).map { $0 < from } ?? false
    var after = after
    if isDivided {
      after.id = transaction.newSeriesID()
      after.version = 0
    }
    let known = try transaction.occurrences(of: before.id, from: from)
    // Not the day of the last visit: a day that was skipped beyond the horizon has one long before the days before it.
    let made = try transaction.nextDay(of: before.id)?.adding(days: -1) ?? known.last?.day ?? horizon
    let last = max(horizon, made)
    after = try transaction.put(after)
    let days = after.occurrences(from: from, through: max(last, known.last?.day ?? last)).map(\.original.day)
    var visits: [Visit] = []
    for (day, visit) in known {
      if isDropped(visit, of: before, on: day, days: days) {
        visits.append(try drop(visit, because: reason))
      } else {
        let next = visit.isStillAhead(of: now) ? Self.replanned(visit, on: day, before, after) : visit
        let kept = try isDivided ? transaction.put(next, as: day, of: after.id) : transaction.put(next)
        guard next != visit else { continue }
        visits.append(kept)
        if (next.worker, next.start, next.end) != (visit.worker, visit.start, visit.end) { replanned.append(kept) }
      }
    }
    visits += try make(days.filter { day in day <= last && !known.contains { $0.day == day } }, of: after)
    if isDivided {
      var ended = before
      ended.ending = .init(day: from, reason: nil)
      _ = try transaction.put(ended)
      try transaction.noteEnd(of: ended.id)
    }
    try transaction.note(nextDay: after.nextDay(from: last.adding(days: 1)), of: after.id)
    return (after, visits.sorted { ($0.start, $0.id.rawValue) < ($1.start, $1.id.rawValue) })
  }

  private mutating func make(_ days: [CareDay], of series: Series) throws -> [Visit] {
    let worker = try transaction.presentWorker(of: series)
    var made: [Visit] = []
    for day in days {
      let visit = try transaction.newVisit(of: series, on: day, worker: worker, allowingAbsence: allowsAbsence)
      if visit.start > now { made.append(try transaction.put(visit, as: day, of: series.id)) }
    }
    replanned += made
    return made
  }

  private func isDropped(_ visit: Visit, of series: Series, on day: CareDay, days: [CareDay]) -> Bool {
    visit.isStillAhead(of: now) && !series.isMoved(visit, on: day) && !days.contains(day)
  }

  private func drop(_ visit: Visit, because reason: String) throws -> Visit {
    var visit = visit
    try visit.cancel(reason: reason)
    transaction.reason = reason
    defer { transaction.reason = nil }
    let kept = try transaction.put(visit)
    // Free the day: a later change may put it back into the series.
    try transaction.release(visit.id)
    return kept
  }

  /// Returns the visit with the new values of its series. A value of the visit that differs from the old value of the
  /// series stays.
  static func replanned(_ visit: Visit, on day: CareDay, _ before: Series, _ after: Series) -> Visit {
    var next = visit
    if !before.isMoved(visit, on: day) { (next.start, next.end) = after.time(on: day) }
    // The new worker also gets visits without a worker, for example after a sick call: no visit is meant to stay open.
    if before.worker != after.worker, visit.worker == before.worker || visit.worker == nil {
      next.worker = after.worker
    }
    if visit.address == before.address { next.address = after.address }
    if visit.service == before.service { next.service = after.service }
    if visit.serviceCode == before.serviceCode { next.serviceCode = after.serviceCode }
    if visit.note == before.note { next.note = after.note }
    return next
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Operations that are shared by the methods that concern absences.
extension Call {
  /// Returns the end of an absence that a caller sent: a moment, or the end of the last day, week or month. A weekday is
  /// the next one from the absence's first day on.
  ///
  /// - Parameter from: The first moment of the absence.
  func end(_ until: Bound?, ofAbsenceFrom from: Instant, in zone: Zone) throws -> Instant? {
    switch until {
    case nil: return nil
    case .instant(let timestamp): return timestamp.instant
    case .day(let day): return zone.bounds(of: day.careDay).upperBound
    case .typed(let text):
      let first = zone.day(of: from)
      guard let days = TypedDays.parse(text) else {
        try checkTime(text, field: "until")
        return try instant(.typed(text), field: "until", in: zone, day: first, after: from, offset: nil)
      }
      let base = if case .day(.weekday) = days { first } else { zone.day(of: now) }
      return zone.start(of: days.resolve(today: base).next)
    }
  }

  /// Returns the end of an absence whose end the caller left out: that of the day, week or month with which it begins.
  func end(ofAbsenceFrom bound: Bound?, beginning: Instant, in zone: Zone) -> Instant {
    if case .typed(let text)? = bound, let days = TypedDays.parse(text)?.resolve(today: zone.day(of: now)) {
      return zone.start(of: days.next)
    }
    return zone.bounds(of: zone.day(of: beginning)).upperBound
  }

  /// Refuses a visit during which its worker is away, unless the caller allows that.
  func checkAbsence(_ visit: Visit, allowed: Bool?, in transaction: ChangeTransaction) throws {
    guard let worker = visit.worker, allowed != true, visit.occupiesItsTime,
      let absence = try transaction.absences(of: worker, from: visit.start, to: visit.end).first
    else { return }
    throw Refusal.absent(try transaction.placed(absence))
  }

  /// Returns the view of an absence with its worker.
  func view(of absence: Absence) async throws -> AbsenceView {
    let feed = feed
    return AbsenceView.compose(try await service.store.read { try $0.placed(absence, asOf: feed) }, in: view)
  }

  /// Returns the views of visits after a change.
  func views(of visits: [Visit]) async throws -> [VisitView] {
    try await service.people.placed(visits, asOf: feed, in: service.store).map { VisitView.compose($0, in: self) }
  }
}

import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SeriesSkip: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let (series, days) = try call.series(on: parameters.days, parameters.change, in: transaction)
    let reason = parameters.reason ?? call.view.seriesSkipped
    transaction.reason = reason
    let worker = try transaction.presentWorker(of: series)
    var skipped: [Visit] = []
    for day in days {
      if var visit = try transaction.occurrence(on: day, of: series.id) {
        guard visit.status != .cancelled, !visit.isWithdrawn else { continue }
        guard visit.status == .scheduled else {
          throw Refusal.invalidTransition(visit: visit.id, from: visit.status, to: .cancelled)
        }
        try visit.cancel(reason: reason)
        skipped.append(try transaction.put(visit))
      } else {
        // A day beyond the horizon gets its visit now, as a cancelled one, so that the series makes no other for it.
        let id = try transaction.newVisitID(of: series, on: day)
        var visit = series.visit(id, on: day, worker: worker)
        guard (try? Visit.checkPlan(start: visit.start, end: visit.end, now: call.now)) != nil else {
          throw Refusal.invalid(field: "dates", .farAway(visit.start))
        }
        try visit.cancel(reason: reason)
        skipped.append(try transaction.put(visit, as: day, of: series.id))
      }
    }
    return .series(series, visits: skipped.sorted { $0.start < $1.start })
  }
}

extension Call {
  /// Returns the series that a call names, and its days that the call names, in order.
  ///
  /// - Throws: ``Refusal/invalid(field:_:)`` if the series has no visit on one of the days, or if a day is over.
  func series(
    on place: SeriesDays, _ change: ChangeParameters, in transaction: ChangeTransaction
  ) throws -> (series: Series, days: [CareDay]) {
    let id = SeriesID(rawValue: place.series.lowercased())
    let series = try transaction.series(id, expectedVersion: change.expectedVersion)
    let today = series.zone.day(of: now)
    let days = try Set(place.days.map { try day($0, field: "dates", today: today) }).sorted()
    for day in days {
      // A day that its series has given up since may still have its visit.
      let isTaken = try transaction.isTaken(day, of: id)
      guard day >= today, isTaken || !series.occurrences(from: day, through: day).isEmpty else {
        throw Refusal.invalid(field: "dates", .notOfSeries(day))
      }
    }
    return (series, days)
  }
}

extension OnceHandler where Answer == SeriesDaysAnswer {
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .series(let series, let visits) = outcome else { throw UnfitOutcome() }
    let whole = try await call.seriesAnswer(series, visits)
    let days = try await call.service.store.read { reader in
      try visits.compactMap { try reader.occurrence(of: $0.id)?.day }
    }
    return Answer(series: whole.series, visits: whole.visits, dates: days.sorted().compactMap { Day($0.text) })
  }
}

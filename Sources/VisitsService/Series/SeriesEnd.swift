import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SeriesEnd: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var (series, day) = try call.series(at: parameters.place, parameters.change, in: transaction)
    transaction.reason = parameters.reason
    if series.ending.map({ day < $0.day }) ?? true { series.ending = .init(day: day, reason: parameters.reason) }
    let kept = try transaction.put(series)
    try transaction.noteEnd(of: series.id)
    var cancelled: [Visit] = []
    for (_, visit) in try transaction.occurrences(of: series.id, from: day) where visit.isStillAhead(of: call.now) {
      var visit = visit
      try visit.cancel(reason: parameters.reason)
      cancelled.append(try transaction.put(visit))
    }
    return .series(kept, visits: cancelled.sorted { $0.start < $1.start })
  }
}

extension Visit {
  /// Whether the visit is scheduled and has not begun at `now`. A change of its series may affect only such visits.
  func isStillAhead(of now: Instant) -> Bool { status == .scheduled && !isWithdrawn && start > now }
}

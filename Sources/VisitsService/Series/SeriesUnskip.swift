import VisitsAPI
import VisitsModel
import VisitsStore

extension SeriesUnskip: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let (series, days) = try call.series(on: parameters.days, parameters.change, in: transaction)
    let worker = try transaction.presentWorker(of: series)
    var planned: [Visit] = []
    for day in days {
      guard var visit = try transaction.occurrence(on: day, of: series.id), visit.status == .cancelled,
        !visit.isWithdrawn
      else { continue }
      if try transaction.lastDeparture(of: visit.id) == nil {
        // It was never planned: it is what the series plans now, whatever the series was when the day was skipped.
        var plan = try transaction.newVisit(
          of: series, on: day, worker: worker, allowingAbsence: parameters.allowAbsence == true)
        plan.id = visit.id
        plan.life = visit.life
        plan.attendances = visit.attendances
        visit = plan
      } else {
        try transaction.replan(placeOf: &visit)
        // The series may have changed since: the visit follows as it would have if it had stood in the plan.
        if let before = try transaction.planBehind(visit.id) {
          var present = series
          present.worker = worker
          visit = SeriesDivision.replanned(visit, on: day, before, present)
        }
      }
      try visit.reopen(to: .scheduled)
      try call.checkAbsence(visit, allowed: parameters.allowAbsence, in: transaction)
      planned.append(try transaction.put(visit))
    }
    try call.checkOverlaps(planned, allowed: parameters.allowOverlap, in: transaction)
    return .series(series, visits: planned.sorted { $0.start < $1.start })
  }
}

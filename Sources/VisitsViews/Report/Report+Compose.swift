import Catalog
package import VisitsAPI
package import VisitsModel

extension Report.Counts {
  /// A tally as the API shows it.
  package static func compose(_ tally: VisitTally) -> Report.Counts {
    func hours(_ milliseconds: Int64) -> Double { (Double(milliseconds) / 36_000).rounded() / 100 }
    return Report.Counts(
      planned: tally.planned, completed: tally.completed, late: tally.late, missed: tally.missed,
      cancelled: tally.cancelled, open: tally.open, hoursPlanned: hours(tally.millisecondsPlanned),
      hoursWorked: hours(tally.millisecondsWorked),
      missedShare: tally.missedShare.map { ($0 * 10_000).rounded() / 10_000 })
  }
}

extension Report.Row {
  /// The tally of a worker or a client, or of open visits.
  package static func compose(_ person: PersonTally, in context: ViewContext) -> Report.Row {
    Report.Row(
      id: person.id, name: person.name ?? person.id ?? context.phrases[.visitOpen], counts: .compose(person.tally))
  }
}

/// A visit of the agency's day and who makes it.
package struct AssignedVisit: Sendable, Hashable {
  /// What a card shows of it.
  package var visit: DayVisit
  /// Who makes it; `nil`: open.
  package var worker: WorkerID? { visit.worker }

  /// A visit and who makes it.
  package init(worker: WorkerID?, visit: DayVisit) {
    self.visit = visit
    self.visit.worker = worker
  }
}

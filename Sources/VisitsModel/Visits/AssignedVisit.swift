/// A visit of the agency's day and who makes it.
package struct AssignedVisit: Sendable, Hashable {
  /// Who makes it; `nil`: open.
  package var worker: WorkerID?
  /// What a card shows of it.
  package var visit: DayVisit

  /// A visit and who makes it.
  package init(worker: WorkerID?, visit: DayVisit) {
    self.worker = worker
    self.visit = visit
  }
}

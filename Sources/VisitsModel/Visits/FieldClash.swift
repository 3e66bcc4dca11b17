/// A worker's device did in the field what the office had decided otherwise meanwhile. It is stored all the same; a
/// person must settle it.
package struct FieldClash: Sendable, Hashable {
  /// What the office had decided.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It had cancelled the visit.
    case cancelled
    /// It had marked it as missed.
    case missed
    /// It had given it to somebody else.
    case reassigned
    /// It had taken it from this worker and given it to nobody.
    case unassigned
    /// The agency's system of record had taken it back.
    case withdrawn
    /// It had recorded a check-in or check-out over ``Visit/joinWindow`` away, or the device itself had reported
    /// another time before.
    case recorded
    /// It has the visit planned for another time: the report lies hours from the plan.
    case plannedOtherwise
  }

  /// Which visit.
  package var visit: VisitID
  /// Whose device.
  package var worker: WorkerID
  /// What it is about.
  package var kind: Kind

  /// A clash.
  package init(visit: VisitID, worker: WorkerID, kind: Kind) {
    self.visit = visit
    self.worker = worker
    self.kind = kind
  }
}

/// How many alerts of each kind hold.
package struct AlertCounts: WireObject {
  /// Nobody has checked in.
  package var late: Int
  /// Nobody has checked in for so long that the visit may have been missed.
  package var missed: Int
  /// Nobody has checked out.
  package var overrun: Int
  /// What a device reported is not what the office has decided meanwhile.
  package var conflict: Int
  /// Upstream plans two visits of a worker at once.
  package var overlap: Int
  /// Nobody makes a visit that begins soon.
  package var openNotTaken: Int
  /// Upstream no longer plans a visit of today or the next two days.
  package var withdrawn: Int
  /// The client receives no care any more, or has died, and a visit is planned.
  package var notInCare: Int

  package init(
    late: Int, missed: Int, overrun: Int, conflict: Int, overlap: Int, openNotTaken: Int, withdrawn: Int,
    notInCare: Int
  ) {
    self.late = late
    self.missed = missed
    self.overrun = overrun
    self.conflict = conflict
    self.overlap = overlap
    self.openNotTaken = openNotTaken
    self.withdrawn = withdrawn
    self.notInCare = notInCare
  }

  package static let members: [Member<AlertCounts>] = [
    Member("late", { $0.late }, "Nobody has checked in."),
    Member("missed", { $0.missed }, "Nobody has checked in for so long that the visit may have been missed."),
    Member("overrun", { $0.overrun }, "Nobody has checked out."),
    Member("conflict", { $0.conflict }, "What a device reported is not what the office has decided meanwhile."),
    Member("overlap", { $0.overlap }, "Upstream plans two visits of a worker at once."),
    Member("openNotTaken", { $0.openNotTaken }, "Nobody makes a visit that begins soon."),
    Member("withdrawn", { $0.withdrawn }, "Upstream no longer plans a visit of today or the next two days."),
    Member(
      "notInCare", { $0.notInCare }, "The client receives no care any more, or has died, and a visit is planned."),
  ]
}

/// What became of the visits of a window: of all, or of one worker or client.
package struct VisitTally: Sendable, Hashable {
  /// To take place: those of every state but cancelled.
  package var planned: Int
  /// Made.
  package var completed: Int
  /// Made or under way, and begun after the threshold of ``LateRule``.
  package var late: Int
  /// Nobody came, or nobody opened.
  package var missed: Int
  /// Called off.
  package var cancelled: Int
  /// To take place, and without a worker.
  package var open: Int
  /// Milliseconds that were planned, of visits to take place.
  package var millisecondsPlanned: Int64
  /// Milliseconds between check-in and check-out, where both are known.
  package var millisecondsWorked: Int64

  /// A tally.
  package init(
    planned: Int = 0, completed: Int = 0, late: Int = 0, missed: Int = 0, cancelled: Int = 0, open: Int = 0,
    millisecondsPlanned: Int64 = 0, millisecondsWorked: Int64 = 0
  ) {
    self.planned = planned
    self.completed = completed
    self.late = late
    self.missed = missed
    self.cancelled = cancelled
    self.open = open
    self.millisecondsPlanned = millisecondsPlanned
    self.millisecondsWorked = millisecondsWorked
  }

  /// Missed of planned visits (NICE QS123, home care for older people); `nil` where none was planned.
  package var missedShare: Double? { planned == 0 ? nil : Double(missed) / Double(planned) }
}

/// The tally of one worker or client.
package struct PersonTally: Sendable, Hashable {
  /// Their id; `nil`: the visits that nobody has taken.
  package var id: String?
  /// Their name.
  package var name: String?
  /// What became of their visits.
  package var tally: VisitTally

  /// A tally.
  package init(id: String?, name: String?, tally: VisitTally) {
    self.id = id
    self.name = name
    self.tally = tally
  }
}

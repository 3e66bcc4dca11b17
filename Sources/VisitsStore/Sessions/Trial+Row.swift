import VisitsModel

/// Reads and writes the table row of a trial. A trial has no audit entry of its own, because each trial also changes
/// its session, which has one.
extension Trial {
  static let columns = """
    id, session, number, isSuccess, at, receivedAt, method, recordedBy, isClockSuspect, isLate, takenBackAt, \
    takenBackReceivedAt, takenBackMethod, takenBackBy, takenBackIsClockSuspect
    """

  static let insertion = """
    INSERT INTO trials (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let takingBack = """
    UPDATE trials SET (takenBackAt, takenBackReceivedAt, takenBackMethod, takenBackBy, takenBackIsClockSuspect)
      = (?, ?, ?, ?, ?) WHERE id = ?
    """

  init(_ row: Columns) throws {
    self.init(
      id: TrialID(rawValue: row.text(0)), session: SessionID(rawValue: row.text(1)), number: row.int(2),
      isSuccess: row.truth(3), mark: try GoalSession.Mark(row, 4), isLate: row.truth(9),
      takenBack: row.isNull(10) ? nil : try GoalSession.Mark(row, 10))
  }

  var values: [Bound] {
    [Bound(id.rawValue), Bound(session.rawValue), Bound(number), Bound(isSuccess)] + GoalSession.Mark.values(mark)
      + [Bound(isLate)] + GoalSession.Mark.values(takenBack)
  }
}

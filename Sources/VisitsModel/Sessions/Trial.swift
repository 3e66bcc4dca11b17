/// One try of a session. One that was a slip of the finger is taken back, and stays with the mark of it.
package struct Trial: Sendable, Hashable {
  /// The id.
  package var id: TrialID
  /// Of which session.
  package var session: SessionID
  /// Which of the session's, 1 the first that was heard of. No number is given twice.
  package var number: Int
  /// Whether the client succeeded.
  package var isSuccess: Bool
  /// When it was, and how we know.
  package var mark: GoalSession.Mark
  /// Whether the session had ended when it was heard of.
  package var isLate: Bool
  /// When it was taken back, and by whom; `nil`: it counts.
  package var takenBack: GoalSession.Mark?

  /// A trial.
  package init(
    id: TrialID, session: SessionID, number: Int, isSuccess: Bool, mark: GoalSession.Mark, isLate: Bool = false,
    takenBack: GoalSession.Mark? = nil
  ) {
    self.id = id
    self.session = session
    self.number = number
    self.isSuccess = isSuccess
    self.mark = mark
    self.isLate = isLate
    self.takenBack = takenBack
  }

  /// Whether it counts.
  package var counts: Bool { takenBack == nil }
}

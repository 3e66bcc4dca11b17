package import VisitsModel

extension ChangeTransaction {
  /// The goal that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func goal(_ id: GoalID, expectedVersion: Int?) throws -> Goal {
    try present(goal(id), id.rawValue, expectedVersion: expectedVersion) { .goal($0) }
  }

  /// Keeps a goal: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The goal as it is kept; as it was before, when nothing about it is different.
  package func put(_ goal: Goal) throws -> Goal { try keep(goal, inPlaceOf: stored(goal.id.rawValue)) }

  /// The id for a new goal.
  package func newGoalID() -> GoalID { GoalID(rawValue: context.identities.next()) }
}

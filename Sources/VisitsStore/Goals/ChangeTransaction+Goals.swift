package import VisitsModel

extension ChangeTransaction {
  /// Returns the goal that is to be changed, if it has the version that the caller saw.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such goal, ``Refusal/versionConflict(expected:current:)`` if
  ///   it has another version.
  package func goal(_ id: GoalID, expectedVersion: Int?) throws -> Goal {
    try present(goal(id), id.rawValue, expectedVersion: expectedVersion) { .goal($0) }
  }

  /// Stores a new or changed goal. Sets its version and the time of the change.
  ///
  /// - Returns: The goal as stored. If no value differs, the stored goal stays as it is.
  package func put(_ goal: Goal) throws -> Goal { try keep(goal, inPlaceOf: stored(goal.id.rawValue)) }

  /// Returns an id for a new goal.
  package func newGoalID() -> GoalID { GoalID(rawValue: context.identities.next()) }
}

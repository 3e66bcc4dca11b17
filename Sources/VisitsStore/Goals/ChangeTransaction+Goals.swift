package import VisitsModel

extension ChangeTransaction {
  /// Returns the goal that the caller is about to change. Fails if the goal no longer has the version that the caller
  /// last read.
  ///
  /// - Parameter expectedVersion: The version that the caller last read; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such goal, ``Refusal/versionConflict(expected:current:)`` if
  ///   it has another version.
  package func goal(_ id: GoalID, expectedVersion: Int?) throws -> Goal {
    try present(goal(id), id.rawValue, expectedVersion: expectedVersion) { .goal($0) }
  }

  /// Stores a new or changed goal. Sets its version and the time of the change.
  ///
  /// - Returns: The goal as stored. If no value differs from the stored goal, nothing is written.
  package func put(_ goal: Goal) throws -> Goal { try keep(goal, inPlaceOf: stored(goal.id.rawValue)) }

  /// Returns an id for a new goal.
  package func newGoalID() -> GoalID { GoalID(rawValue: context.identities.next()) }
}

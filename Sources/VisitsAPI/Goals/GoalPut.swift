package import JSONRPC

/// `goal.put`: a goal, new or changed.
package enum GoalPut: Method {
  /// What `goal.put` takes.
  package struct Parameters: ChangingParameters {
    /// Whose goal.
    package let client: String
    /// The one to change; `nil`: a new one.
    package let goal: String?
    /// What it is.
    package let title: String?
    /// Whether it is worked towards.
    package let status: GoalStatus?
    /// Why.
    package let reason: String?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Whose goal.")
      goal = try reader.optional("goal", .goal, "The goal to change; left out: a new one.")
      title = try reader.optional("title", .words(1, 200), "What it is; needed for a new one.")
      status = try reader.optional(
        "status", .word(), "Whether it is worked towards, was achieved, or is given up; default active.")
      reason = try reader.optional("reason", .words(1, 500), "Why; kept in the audit.")
      change = try reader.change()
    }
  }

  package typealias Answer = GoalAnswer

  package static let name = "goal.put"
  package static let summary =
    "Sets a goal of a client or changes one; what is left out stays, and so do the sessions that worked on it."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}

/// `{"goal":…}`
package struct GoalAnswer: WireObject {
  /// The goal.
  package var goal: GoalView

  package init(goal: GoalView) {
    self.goal = goal
  }

  package static let members: [Member<GoalAnswer>] = [Member("goal", { $0.goal }, "The goal.")]
}

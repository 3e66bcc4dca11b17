package import JSONRPC

/// `goal.list`: a client's goals.
package enum GoalList: Method {
  /// What `goal.list` takes.
  package struct Parameters: MethodParameters {
    /// Whose.
    package let client: String
    /// Only those that are worked towards, or only the others.
    package let available: Bool?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Whose goals.")
      available = try reader.optional(
        "available", .flag, "Only those that are worked towards (true), or only the others (false); default all.")
    }
  }

  /// `{"goals":[…]}`
  package struct Answer: WireObject {
    /// In the order in which they were set.
    package var goals: [GoalView]

    package init(goals: [GoalView]) {
      self.goals = goals
    }

    package static let members: [Member<Answer>] = [
      Member("goals", { $0.goals }, "In the order in which they were set.")
    ]
  }

  package static let name = "goal.list"
  package static let summary = "A client's goals: the goal bank, and what was achieved or given up."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

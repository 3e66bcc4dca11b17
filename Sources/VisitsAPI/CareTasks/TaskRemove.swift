package import JSONRPC

/// `task.remove`: a care task is due no more.
package enum TaskRemove: Method {
  /// What `task.remove` takes.
  package struct Parameters: ChangingParameters {
    /// Which task.
    package let task: String
    /// From which day on.
    package let from: DayInput?
    /// Why.
    package let reason: String?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      task = try reader.required("task", .task, "Which task.")
      from = try reader.day(
        "from", "The first day on which it is not due; default today, or tomorrow once today's is recorded.")
      reason = try reader.optional("reason", .words(1, 1000), "Why.")
      change = try reader.change()
    }
  }

  package typealias Answer = TaskAnswer

  package static let name = "task.remove"
  package static let summary = "Retires a care task: it is due no more, and what was recorded of it stays."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}

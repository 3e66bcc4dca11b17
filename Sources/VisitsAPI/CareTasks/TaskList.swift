package import JSONRPC

/// `task.list`: a client's care tasks.
package enum TaskList: Method {
  /// What `task.list` takes.
  package struct Parameters: MethodParameters {
    /// Whose.
    package let client: String
    /// Whether retired ones too.
    package let includeRetired: Bool?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Whose tasks.")
      includeRetired = try reader.optional("includeRetired", .flag, "Also those that are retired.")
    }
  }

  /// `{"tasks":[…]}`
  package struct Answer: WireObject {
    /// In the order in which they stand.
    package var tasks: [TaskView]

    package init(tasks: [TaskView]) {
      self.tasks = tasks
    }

    package static let members: [Member<Answer>] = [
      Member("tasks", { $0.tasks }, "In the order in which they stand.")
    ]
  }

  package static let name = "task.list"
  package static let summary = "A client's care tasks as they were defined."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

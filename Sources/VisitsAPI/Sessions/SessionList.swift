package import JSONRPC

/// `session.list`: sessions, newest first.
package enum SessionList: Method {
  /// What `session.list` takes.
  package struct Parameters: MethodParameters {
    /// When.
    package let window: WindowParameters
    /// Only of this worker.
    package let worker: String?
    /// Only of this client.
    package let client: String?
    /// Only of this goal.
    package let goal: String?
    /// Only of this visit.
    package let visit: String?
    /// The beginning or end of an id, or a part of a name.
    package let match: String?
    /// Only those that have not ended.
    package let running: Bool?
    /// Which page.
    package let page: PageParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      window = try WindowParameters(from: &reader)
      worker = try reader.optional("worker", .worker, "Only of this worker.")
      client = try reader.optional("client", .client, "Only of this client.")
      goal = try reader.optional("goal", .goal, "Only of this goal.")
      visit = try reader.optional("visit", .visit, "Only of this visit.")
      match = try reader.optional(
        "match", .text(1, 200), "The beginning or end of an id (4 characters or more), or a part of the client's name.")
      running = try reader.optional("running", .flag, "True: only those that have not ended.")
      page = try PageParameters(from: &reader)
    }
  }

  /// A page of sessions.
  package struct Answer: WireObject {
    /// Newest first.
    package var sessions: [SessionView]
    /// Send it as `after` for the rest; null at the end.
    package var next: String?

    package init(sessions: [SessionView], next: String?) {
      self.sessions = sessions
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("sessions", { $0.sessions }, "Newest first."),
      Member(nullable: "next", { $0.next }, "Send it as after for the rest; null at the end."),
    ]
  }

  package static let name = "session.list"
  package static let summary = "Sessions, newest first."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

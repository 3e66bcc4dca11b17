package import JSONRPC

/// `session.start`: practice on a goal begins.
package enum SessionStart: Method {
  /// What `session.start` takes.
  package struct Parameters: OnceParameters {
    /// Who practises with the client.
    package let worker: String
    /// Who practises.
    package let client: String
    /// What is practised.
    package let goal: String
    /// During which visit.
    package let visit: String?
    /// The id, made by a device that is offline.
    package let session: String?
    /// When it really began; default now.
    package let at: Moment?
    /// The sender's clock when this was sent.
    package let sentAt: Timestamp?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.worker("Who practises with the client.")
      client = try reader.required("client", .client, "Who practises.")
      goal = try reader.required("goal", .goal, "What is practised: one of the client's goals.")
      visit = try reader.optional(
        "visit", .visit, "During which visit; default the worker's at that client that was under way then.")
      session = try reader.optional(
        "session", .session,
        "The session's id, a UUID: a device that is offline makes it, to tell of its trials before it has an answer.")
      at = try reader.moment("at", "When it really began; default now.")
      sentAt = try reader.optional("sentAt", .instant, "The sender's clock when this was sent.")
      typed = try reader.typedTimeContext()
      requestId = try reader.requestId()
    }
  }

  package typealias Answer = SessionAnswer

  package static let name = "session.start"
  package static let summary =
    "Practice on a goal begins. A worker has one running session: another is refused, but one that a device tells of ends the one before."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound, .invalidTransition, .requestIdReused, .unavailable, .busy]
}

/// `{"session":…}`
package struct SessionAnswer: WireObject {
  /// The session.
  package var session: SessionView
  /// The worker's session that ended because this one began.
  package var ended: SessionView?
  /// What a screen reader says of it.
  package var announcement: String

  package init(session: SessionView, ended: SessionView? = nil, announcement: String) {
    self.session = session
    self.ended = ended
    self.announcement = announcement
  }

  package static let members: [Member<SessionAnswer>] = [
    Member("session", { $0.session }, "The session."),
    Member(optional: "ended", { $0.ended }, "The worker's session that ended because this one began."),
    Member("announcement", { $0.announcement }, "What a screen reader says of it."),
  ]
}

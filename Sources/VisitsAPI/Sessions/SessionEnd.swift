package import JSONRPC

/// `session.end`: practice on a goal is over.
package enum SessionEnd: Method {
  /// What `session.end` takes.
  package struct Parameters: ChangingParameters {
    /// Which session.
    package let session: String
    /// When it really ended; default now.
    package let at: Moment?
    /// The sender's clock when this was sent.
    package let sentAt: Timestamp?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      session = try reader.required("session", .session, "Which session.")
      at = try reader.moment("at", "When it really ended; default now. Of one that has ended, this mends when.")
      sentAt = try reader.optional("sentAt", .instant, "The sender's clock when this was sent.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
    }
  }

  package typealias Answer = SessionAnswer

  package static let name = "session.end"
  package static let summary = "Ends a session; told again by a device it changes nothing."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

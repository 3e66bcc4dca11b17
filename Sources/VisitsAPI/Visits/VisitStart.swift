package import JSONRPC

/// `visit.start`: the worker came.
package enum VisitStart: Method {
  /// What `visit.start` takes.
  package struct Parameters: ChangingParameters {
    /// Which visit.
    package let visit: String
    /// When it really happened; default now.
    package let at: Moment?
    /// The sender's clock when this was sent.
    package let sentAt: Timestamp?
    /// Where, if known.
    package let location: Place?
    /// Whether to say what it would do, and do nothing.
    package let dryRun: Bool?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
      at = try reader.moment("at", "When it really happened; default now.")
      sentAt = try reader.optional("sentAt", .instant, "The sender's clock when this was sent.")
      location = try reader.optional("location", .reportedPlace, "Where, if known.")
      dryRun = try reader.optional("dryRun", .flag, "Say what it would do, and do nothing.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
    }
  }

  package typealias Answer = VisitCardAnswer

  package static let name = "visit.start"
  package static let summary = "The worker came: scheduled to inProgress, with a check-in."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

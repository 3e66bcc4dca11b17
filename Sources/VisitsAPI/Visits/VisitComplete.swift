package import JSONRPC

/// `visit.complete`: the worker left.
package enum VisitComplete: Method {
  /// What `visit.complete` takes.
  package struct Parameters: ChangingParameters {
    /// Which visit.
    package let visit: String
    /// When it really happened; default now.
    package let at: Moment?
    /// The sender's clock when this was sent.
    package let sentAt: Timestamp?
    /// Where, if known.
    package let location: Place?
    /// What to note.
    package let note: String?
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
      note = try reader.optional(
        "note", reader.reportedWords(0, 4000), "What to note; a device's longer note is cut to fit.")
      dryRun = try reader.optional("dryRun", .flag, "Say what it would do, and do nothing.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
    }
  }

  package typealias Answer = VisitCardAnswer

  package static let name = "visit.complete"
  package static let summary =
    "The worker left: completed, with a check-out; from scheduled where the check-in was forgotten."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

package import JSONRPC

/// `visit.reopen`: taken back.
package enum VisitReopen: Method {
  /// What `visit.reopen` takes.
  package struct Parameters: ChangingParameters {
    /// Which visit.
    package let visit: String
    /// Why.
    package let reason: String
    /// To which state; default scheduled.
    package let to: Target?
    /// Whether it may overlap another of the worker's visits.
    package let allowOverlap: Bool?
    /// Whether it may be planned while its worker is away.
    package let allowAbsence: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
      reason = try reader.required("reason", .words(1, 500), "Why.")
      to = try reader.optional("to", .word(), "To which state: scheduled (the default) or inProgress.")
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "Whether it may overlap another of the worker's visits.")
      allowAbsence = try reader.optional("allowAbsence", .flag, "Whether it may be planned while the worker is away.")
      change = try reader.change()
    }
  }

  /// Where a visit can be taken back to.
  package enum Target: String, WireWord {
    case scheduled
    case inProgress
  }

  package typealias Answer = VisitCardAnswer

  package static let name = "visit.reopen"
  package static let summary =
    "Reopens a completed, missed or cancelled visit, or takes back the check-in of a visit in progress, with the reason."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .overlap, .absent, .requestIdReused, .unavailable, .busy,
  ]
}

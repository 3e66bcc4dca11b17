package import JSONRPC

/// `visit.miss`: nobody came, or nobody opened.
package enum VisitMiss: Method {
  /// What `visit.miss` takes.
  package struct Parameters: ChangingParameters {
    /// Which visit.
    package let visit: String
    /// Who caused it.
    package let by: MissedByWord
    /// Why.
    package let reason: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
      by = try reader.required("by", .word(), "Who caused it: worker, client or agency.")
      reason = try reader.required("reason", .words(1, 500), "Why.")
      change = try reader.change()
    }
  }

  package typealias Answer = VisitCardAnswer

  package static let name = "visit.miss"
  package static let summary = "Records that a visit did not take place, and who caused it."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

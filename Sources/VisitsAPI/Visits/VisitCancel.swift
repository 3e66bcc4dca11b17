package import JSONRPC

/// `visit.cancel`: called off.
package enum VisitCancel: Method {
  /// What `visit.cancel` takes.
  package struct Parameters: ChangingParameters {
    /// Which visit.
    package let visit: String
    /// Why.
    package let reason: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
      reason = try reader.required("reason", .words(1, 500), "Why.")
      change = try reader.change()
    }
  }

  package typealias Answer = VisitCardAnswer

  package static let name = "visit.cancel"
  package static let summary = "Cancels a visit, with the reason."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

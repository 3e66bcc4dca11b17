package import JSONRPC

/// `emergency.resolve`: it is over.
package enum EmergencyResolve: Method {
  /// What `emergency.resolve` takes.
  package struct Parameters: ChangingParameters {
    /// Which emergency.
    package let emergency: String
    /// How it ended.
    package let note: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      emergency = try reader.required("emergency", .emergency, "Which emergency.")
      note = try reader.required("note", .words(1, 2000), "How it ended.")
      change = try reader.change()
    }
  }

  package typealias Answer = EmergencyAnswer

  package static let name = "emergency.resolve"
  package static let summary = "It is over: nobody is paged any more, and no Today shows it."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

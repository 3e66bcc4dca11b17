package import JSONRPC

/// `emergency.acknowledge`: the office has seen it and acts on it.
package enum EmergencyAcknowledge: Method {
  /// What `emergency.acknowledge` takes.
  package struct Parameters: ChangingParameters {
    /// Which emergency.
    package let emergency: String
    /// What is done about it.
    package let note: String?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      emergency = try reader.required("emergency", .emergency, "Which emergency.")
      note = try reader.optional(
        "note", .words(0, 2000), "What is done about it; kept below the first when it was acknowledged already.")
      change = try reader.change()
    }
  }

  package typealias Answer = EmergencyAnswer

  package static let name = "emergency.acknowledge"
  package static let summary =
    "Acknowledges an emergency: paging stops, and starts again if it is not resolved in time."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

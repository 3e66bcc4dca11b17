package import JSONRPC

/// `alert.acknowledge`: somebody of the office has taken note of it.
package enum AlertAcknowledge: Method {
  /// What `alert.acknowledge` takes.
  package struct Parameters: ChangingParameters {
    /// Which alert.
    package let alert: String
    /// What is done about it.
    package let note: String?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      alert = try reader.required("alert", .alert, "Which alert.")
      note = try reader.optional("note", .words(0, 2000), "What is done about it.")
      change = try reader.change()
    }
  }

  /// `{"alert":…}`
  package struct Answer: WireObject {
    /// The alert.
    package var alert: AlertView

    package init(alert: AlertView) {
      self.alert = alert
    }

    package static let members: [Member<Answer>] = [Member("alert", { $0.alert }, "The alert.")]
  }

  package static let name = "alert.acknowledge"
  package static let summary = "Somebody has taken note of it; a conflict is settled so."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

package import JSONRPC

/// `visit.correct`: check-in and check-out mended afterwards.
package enum VisitCorrect: Method {
  /// What `visit.correct` takes.
  package struct Parameters: ChangingParameters {
    /// Which visit.
    package let visit: String
    /// When the worker really came.
    package let checkIn: Moment?
    /// When the worker really left.
    package let checkOut: Moment?
    /// The reason code.
    package let reason: String
    /// More words on the reason, for the audit; needed with the reason other.
    package let note: String?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
      checkIn = try reader.moment("checkIn", "When the worker really came.")
      checkOut = try reader.moment("checkOut", "When the worker really left.")
      reason = try reader.required(
        "reason", .text(1, 64), "The reason code: forgotten, device, noSignal, wrongVisit or other (a setting).")
      note = try reader.optional("note", .words(1, 4000), "Words for the audit; needed with the reason other.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
    }
  }

  package typealias Answer = VisitAnswer

  package static let name = "visit.correct"
  package static let summary = "Sets or mends check-in and check-out afterwards; the first values stay."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

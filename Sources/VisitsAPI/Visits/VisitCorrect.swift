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
    /// Whether to say what it would do, and do nothing.
    package let dryRun: Bool?
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
      dryRun = try reader.optional("dryRun", .flag, "Say what it would do, and do nothing.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
    }
  }

  /// The corrected visit.
  package struct Answer: WireObject {
    /// The visit.
    package var visit: VisitView
    /// What looks like a slip of the hand in the times that were told; `nil`: nothing.
    package var warnings: [ChangeWarning]?

    package init(visit: VisitView, warnings: [ChangeWarning]?) {
      self.visit = visit
      self.warnings = warnings
    }

    package static let members: [Member<Answer>] = [
      Member("visit", { $0.visit }, "The visit."),
      Member(
        optional: "warnings", { $0.warnings }, "What looks like a slip of the hand in the times that were told."),
    ]
  }

  package static let name = "visit.correct"
  package static let summary = "Sets or mends check-in and check-out afterwards; the first values stay."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

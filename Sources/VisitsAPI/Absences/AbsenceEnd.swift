package import JSONRPC

/// `absence.end`: a worker is back, or was never away.
package enum AbsenceEnd: Method {
  /// What `absence.end` takes.
  package struct Parameters: ChangingParameters {
    /// The absence.
    package let absence: String
    /// Whether it was a mistake.
    package let giveBack: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      absence = try reader.required("absence", .absence, "The absence.")
      giveBack = try reader.optional(
        "giveBack", .flag,
        "Whether it was a mistake: it is withdrawn, and the worker gets the visits that it left open.")
      change = try reader.change()
    }
  }

  /// The absence, and where its freed visits stand.
  package struct Answer: WireObject {
    /// The absence.
    package var absence: AbsenceView
    /// The visits that the worker has got back.
    package var visits: [VisitView]
    /// The freed visits that have no worker yet.
    package var open: [VisitView]

    package init(absence: AbsenceView, visits: [VisitView], open: [VisitView]) {
      self.absence = absence
      self.visits = visits
      self.open = open
    }

    package static let members: [Member<Answer>] = [
      Member("absence", { $0.absence }, "The absence."),
      Member("visits", { $0.visits }, "With giveBack: the visits that the worker has again, in order of start."),
      Member("open", { $0.open }, "The visits that it left open and that still are, in order of start."),
    ]
  }

  package static let name = "absence.end"
  package static let summary =
    "Ends an absence from now on, or withdraws one that has not begun; gives no visit back unless asked."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

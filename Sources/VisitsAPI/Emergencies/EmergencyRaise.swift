package import JSONRPC

/// `emergency.raise`: somebody needs help now.
package enum EmergencyRaise: Method {
  /// What `emergency.raise` takes.
  package struct Parameters: OnceParameters {
    /// Who needs help.
    package let worker: String
    /// During which visit; `nil`: the one that is in progress then.
    package let visit: String?
    /// What happened.
    package let note: String?
    /// Where, if known.
    package let location: Place?
    /// When it really happened; default now.
    package let at: Moment?
    /// The sender's clock when this was sent.
    package let sentAt: Timestamp?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.worker("Who needs help.")
      visit = try reader.optional("visit", .visit, "During which visit; default the one that is in progress then.")
      note = try reader.optional(
        "note", reader.reportedWords(0, 2000), "What happened; a device's longer note is cut to fit.")
      location = try reader.optional("location", .reportedPlace, "Where, if known.")
      at = try reader.moment("at", "When it really happened; default now.")
      sentAt = try reader.optional("sentAt", .instant, "The sender's clock when this was sent.")
      typed = try reader.typedTimeContext()
      requestId = try reader.requestId()
    }
  }

  /// The emergency, and what to tell the worker.
  package struct Answer: WireObject {
    /// The emergency.
    package var emergency: EmergencyView
    /// "Your office has been alerted. In danger call 911."; where nobody is paged, that.
    package var message: String

    package init(emergency: EmergencyView, message: String) {
      self.emergency = emergency
      self.message = message
    }

    package static let members: [Member<Answer>] = [
      Member("emergency", { $0.emergency }, "The emergency; one that was open is joined."),
      Member("message", { $0.message }, "What to tell the worker: whether the office was alerted, and whom to call."),
    ]
  }

  package static let name = "emergency.raise"
  package static let summary = "Raises an alarm, and joins the one that is open; waits in no queue."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.officeAndField
  package static let isUrgent = true
  package static let errors: [ErrorKind] = [.notFound, .requestIdReused]
}

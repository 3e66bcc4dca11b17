package import JSONRPC

/// `session.show`: a session with each of its trials.
package enum SessionShow: Method {
  /// What `session.show` takes.
  package struct Parameters: MethodParameters {
    /// Which session.
    package let session: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      session = try reader.required("session", .session, "Which session.")
    }
  }

  /// A try.
  package struct TrialView: WireObject {
    /// The id.
    package var id: String
    /// Its number.
    package var number: Int
    /// Whether the client succeeded.
    package var success: Bool
    /// When it was.
    package var at: Timestamp
    /// When we heard of it.
    package var receivedAt: Timestamp
    /// How we know: device, office, upstream.
    package var method: String
    /// Who recorded it.
    package var by: String
    /// Whether the clock that told it was plainly wrong.
    package var clockSuspect: Bool?
    /// Whether the session had ended when it was heard of.
    package var late: Bool?
    /// When and by whom it was taken back.
    package var takenBack: SessionView.Mark?
    /// "10:15:30 AM".
    package var time: String
    /// "Trial 4, success, 10:15 AM".
    package var spoken: String
    /// "✓ success".
    package var mark: String
    /// "Success".
    package var label: String

    package init(
      id: String, number: Int, success: Bool, at: Timestamp, receivedAt: Timestamp, method: String, by: String,
      clockSuspect: Bool?, late: Bool?, takenBack: SessionView.Mark?, time: String, spoken: String, mark: String,
      label: String
    ) {
      self.id = id
      self.number = number
      self.success = success
      self.at = at
      self.receivedAt = receivedAt
      self.method = method
      self.by = by
      self.clockSuspect = clockSuspect
      self.late = late
      self.takenBack = takenBack
      self.time = time
      self.spoken = spoken
      self.mark = mark
      self.label = label
    }

    package static let members: [Member<TrialView>] = [
      Member("id", { $0.id }, "The id."),
      Member("number", { $0.number }, "Its number."),
      Member("success", { $0.success }, "Whether the client succeeded."),
      Member("at", { $0.at }, "When it was."),
      Member("receivedAt", { $0.receivedAt }, "When we heard of it."),
      Member("method", { $0.method }, "How we know: device, office, upstream."),
      Member("by", { $0.by }, "Who recorded it."),
      Member(optional: "clockSuspect", { $0.clockSuspect }, "True: the clock that told it was plainly wrong."),
      Member(optional: "late", { $0.late }, "True: the session had ended when it was heard of."),
      Member(optional: "takenBack", { $0.takenBack }, "When and by whom it was taken back; then it counts no more."),
      Member("time", { $0.time }, "When it was, where the client is."),
      Member("mark", { $0.mark }, "✓, ✗, or – where it was taken back."),
      Member("label", { $0.label }, "What became of it, in words."),
      Member("spoken", { $0.spoken }, "What a screen reader says of it."),
    ]
  }

  /// `{"session":…,"trials":[…]}`
  package struct Answer: WireObject {
    /// The session.
    package var session: SessionView
    /// In the order of their numbers.
    package var trials: [TrialView]

    package init(session: SessionView, trials: [TrialView]) {
      self.session = session
      self.trials = trials
    }

    package static let members: [Member<Answer>] = [
      Member("session", { $0.session }, "The session."),
      Member("trials", { $0.trials }, "Each trial in the order of their numbers, those that were taken back too."),
    ]
  }

  package static let name = "session.show"
  package static let summary = "A session with each of its trials."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

package import JSONRPC

/// `session.trial`: a try, or one that is taken back.
package enum SessionTrial: Method {
  /// What `session.trial` does.
  package enum Act: Sendable, Hashable {
    /// Records a trial.
    case record(success: Bool)
    /// Takes one back, the last that counts where no number is given.
    case takeBack(number: Int?)
  }

  /// What `session.trial` takes.
  package struct Parameters: ChangingParameters {
    /// Which session.
    package let session: String
    /// Record or take back.
    package let act: Act
    /// When it really was; default now.
    package let at: Moment?
    /// The sender's clock when this was sent.
    package let sentAt: Timestamp?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      session = try reader.required("session", .session, "Which session.")
      let success = try reader.optional("success", .flag, "Whether the client succeeded; this or undo is needed.")
      let undo = try reader.optional(
        "undo", .flag, "True: a trial was a slip of the finger and counts no more; this or success is needed.")
      let trial = try reader.optional(
        "trial", .integer(1...1_000_000), "With undo, the number of the trial; default the last that counts.")
      at = try reader.moment("at", "When it really was; default now.")
      sentAt = try reader.optional("sentAt", .instant, "The sender's clock when this was sent.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
      switch (success, undo == true) {
      case (let success?, false):
        guard trial == nil else {
          throw .invalidParams(
            field: "trial", "The parameter \"trial\" goes with \"undo\": a trial gets its number when it is recorded.")
        }
        act = .record(success: success)
      case (nil, true): act = .takeBack(number: trial)
      case (nil, false) where reader.isDescribing: act = .takeBack(number: nil)
      case (_?, true):
        throw .invalidParams(
          field: "undo", "The parameters \"success\" and \"undo\" exclude each other: send one of them.")
      case (nil, false):
        throw .invalidParams(
          field: "success", "What became of it? Send \"success\": true or false, or \"undo\": true to take one back.")
      }
    }
  }

  package typealias Answer = SessionAnswer

  package static let name = "session.trial"
  package static let summary =
    "Records a trial of a session, a success or not, or takes one back; one that is heard of after the end counts too."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

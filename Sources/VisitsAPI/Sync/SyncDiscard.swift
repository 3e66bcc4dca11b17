package import JSONRPC

/// `sync.discard`: a person decides that something is not sent, or has taken note of it.
package enum SyncDiscard: Method {
  /// What `sync.discard` takes.
  package struct Parameters: OnceParameters {
    /// What is meant.
    package let subject: SyncProblemSubject
    /// Why.
    package let reason: String
    /// The caller's own id of the change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      subject = try reader.problem()
      reason = try reader.required("reason", .words(1, 2000), "Why; the audit keeps it.")
      requestId = try reader.requestId()
    }
  }

  /// `{"discarded":n}`
  package struct Answer: WireObject {
    /// How many problems it was.
    package var discarded: Int

    package init(discarded: Int) {
      self.discarded = discarded
    }

    package static let members: [Member<Answer>] = [
      Member("discarded", { $0.discarded }, "How many problems it was.")
    ]
  }

  package static let name = "sync.discard"
  package static let summary =
    "Settles problems of sync for good: what upstream did not take stands here alone from then on. Audited."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .requestIdReused, .unavailable, .busy]
}

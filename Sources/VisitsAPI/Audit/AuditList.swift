package import JSONRPC

/// `audit.list`: who changed what.
package enum AuditList: Method {
  /// What `audit.list` takes.
  package struct Parameters: MethodParameters {
    /// Only of this visit.
    package let visit: String?
    /// Only of this worker and their visits.
    package let worker: String?
    /// Only of this client and their visits.
    package let client: String?
    /// Only what happened then or later.
    package let since: Bound?
    /// Only what stands before this cursor: the page before one that began with it.
    package let before: String?
    /// How many at most; default 100. A page may hold fewer: it also ends at about 1 MiB.
    package let limit: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.optional("visit", .visit, "Only of this visit.")
      worker = try reader.optional("worker", .worker, "Only of this worker and their visits.")
      client = try reader.optional("client", .client, "Only of this client and their visits.")
      since = try reader.bound("since", "Only what happened then or later.")
      before = try reader.optional("before", .cursor, "Only what stands before this cursor: for the page before.")
      limit = try reader.optional(
        "limit", .integer(1...1000), "How many at most; default 100. A page also ends at about 1 MiB.")
    }
  }

  /// Rows of the audit, and where to go on.
  package struct Answer: WireObject {
    /// The newest that were asked for, oldest first.
    package var entries: [AuditEntryView]
    /// Send it as `before` for the page before; null at the beginning.
    package var previous: String?

    package init(entries: [AuditEntryView], previous: String?) {
      self.entries = entries
      self.previous = previous
    }

    package static let members: [Member<Answer>] = [
      Member("entries", { $0.entries }, "The newest that were asked for, oldest first."),
      Member(nullable: "previous", { $0.previous }, "Send it as before for the page before; null at the beginning."),
    ]
  }

  package static let name = "audit.list"
  package static let summary = "Who changed what, when, from where, before and after."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .cursorGone]
}

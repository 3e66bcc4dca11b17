package import JSONRPC

/// `alert.list`: what a person should look at.
package enum AlertList: Method {
  /// What `alert.list` takes.
  package struct Parameters: MethodParameters {
    /// Only those that hold, acknowledged or not, or only those that hold no more.
    package let isOpen: Bool?
    /// Only of this worker's visits.
    package let worker: String?
    /// Only those that were raised then or later.
    package let since: Bound?
    /// How many at most; default 100.
    package let limit: Int?
    /// Where the page before ended.
    package let after: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      isOpen = try reader.optional(
        "open", .flag, "Only those that hold, acknowledged or not; false: only those that hold no more.")
      worker = try reader.optional("worker", .worker, "Only of this worker's visits.")
      since = try reader.bound("since", "Only those that were raised then or later.")
      limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
      after = try reader.optional("after", .alert, "Where the page before ended.")
    }
  }

  /// A page of alerts.
  package struct Answer: WireObject {
    /// The newest first.
    package var alerts: [AlertView]
    /// Send it as `after` for the rest; null at the end.
    package var next: String?

    package init(alerts: [AlertView], next: String?) {
      self.alerts = alerts
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("alerts", { $0.alerts }, "The newest first."),
      Member(nullable: "next", { $0.next }, "Send it as after for the rest; null at the end."),
    ]
  }

  package static let name = "alert.list"
  package static let summary =
    "What needs attention: late, missed and open visits, overlaps, conflicts, visits that upstream no longer plans."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}

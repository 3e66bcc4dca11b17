package import JSONRPC

/// `visit.list`: visits of a window.
package enum VisitList: Method {
  /// What `visit.list` takes.
  package struct Parameters: MethodParameters {
    /// When.
    package let window: WindowParameters
    /// Only of this worker.
    package let worker: String?
    /// Only of this client.
    package let client: String?
    /// Only in these states.
    package let status: [VisitStatus]
    /// Only without a worker, or only with one.
    package let open: Bool?
    /// Only late ones.
    package let late: Bool
    /// The beginning or end of an id, or a part of a name.
    package let match: String?
    /// Also visits that began before the window and end in it or later.
    package let overnight: Bool
    /// Which page.
    package let page: PageParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      window = try WindowParameters(from: &reader)
      worker = try reader.optional("worker", .worker, "Only of this worker.")
      client = try reader.optional("client", .client, "Only of this client.")
      status = try reader.optional("status", .list(of: .word(), maximum: 5), "Only in these states.") ?? []
      open = try reader.optional("open", .flag, "Only without a worker (true) or with one (false).")
      late =
        try reader.optional(
          "late", .flag,
          "Only visits that are late now: the worker should be there, and no check-in is known; default false.")
        ?? false
      match = try reader.optional(
        "match", .text(1, 200), "The beginning or end of an id (4 characters or more), or a part of the client's name.")
      overnight =
        try reader.optional(
          "overnight", .flag,
          "Also visits that began before the window and end in it or later; default false. `display.days` then tells on "
            + "which days of the window a visit stands.") ?? false
      page = try PageParameters(from: &reader)
    }
  }

  /// A page of visits.
  package struct Answer: WireObject {
    /// In order of start.
    package var visits: [VisitView]
    /// Send it as `after` for the rest; null at the end.
    package var next: String?

    package init(visits: [VisitView], next: String?) {
      self.visits = visits
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("visits", { $0.visits }, "In order of start."),
      Member(
        nullable: "next", { $0.next },
        "Send it as after for the rest; null at the end. A page also ends at about 1 MiB of text, before limit."),
    ]
  }

  package static let name = "visit.list"
  package static let summary = "Visits of a window, in order of start."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

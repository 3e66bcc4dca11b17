package import JSONRPC

/// `client.list`: the clients.
package enum ClientList: Method {
  /// What `client.list` takes.
  package struct Parameters: MethodParameters {
    /// An id, its beginning or end, or a part of a name.
    package let match: String?
    /// Only those with a visit of this worker's within 14 days.
    package let worker: String?
    /// Whether those who have left are in it.
    package let includeInactive: Bool?
    /// How many at most; default 100.
    package let limit: Int?
    /// Where the page before ended.
    package let after: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      match = try reader.optional("match", .text(1, 200), "An id, its beginning or end, or a part of a name.")
      worker = try reader.optional(
        "worker", .worker, "Only those with a visit of this worker's within 14 days before or after now.")
      includeInactive = try reader.optional("includeInactive", .flag, "Whether those who have left are in it.")
      limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
      after = try reader.optional("after", .text(1, 512), "Where the page before ended.")
    }
  }

  /// A client of the list.
  package struct Entry: WireObject {
    /// The client.
    package var client: ClientView
    /// The care day of the last session, where the client is.
    package var lastSessionDate: String?

    package init(_ client: ClientView, lastSessionDate: String?) {
      self.client = client
      self.lastSessionDate = lastSessionDate
    }

    package static let members: [Member<Entry>] =
      ClientView.members.map { Member(of: { $0.client }, $0) } + [
        Member(
          nullable: "lastSessionDate", { $0.lastSessionDate },
          "The care day of the last session, where the client is; null: there was none.")
      ]
  }

  /// A page of clients.
  package struct Answer: WireObject {
    /// In order of id.
    package var clients: [Entry]
    /// Send it as `after` for the rest; null at the end.
    package var next: String?

    package init(clients: [Entry], next: String?) {
      self.clients = clients
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("clients", { $0.clients }, "In order of id."),
      Member(nullable: "next", { $0.next }, "Send it as after for the rest; null at the end."),
    ]
  }

  package static let name = "client.list"
  package static let summary = "The clients, in order of id; behind a device those of its worker."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

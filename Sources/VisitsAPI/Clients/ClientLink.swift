package import JSONRPC

/// `client.link`: a client here is a record of the agency's system.
package enum ClientLink: Method {
  /// What `client.link` takes.
  package struct Parameters: ChangingParameters {
    /// The client here, who keeps id and key.
    package let client: String
    /// The record.
    package let record: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "The client here, who keeps id and key.")
      record = try reader.required(
        "record", .record, "The record: Patient/456, or with the address of its server.")
      change = try reader.change()
    }
  }

  /// The client, and what the link has done.
  package struct Answer: WireObject {
    /// The client as they are now.
    package var client: ClientView
    /// What the link has done.
    package var link: LinkView

    package init(client: ClientView, link: LinkView) {
      self.client = client
      self.link = link
    }

    package static let members: [Member<Answer>] = [
      Member("client", { $0.client }, "The client as they are now."),
      Member("link", { $0.link }, "What the link has done."),
    ]
  }

  package static let name = "client.link"
  package static let summary =
    "Links a client here to a Patient of the agency's system. Whoever stands for that record already is merged into the client."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}

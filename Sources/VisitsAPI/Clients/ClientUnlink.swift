package import JSONRPC

/// `client.unlink`: a link through which nothing has come is taken back.
package enum ClientUnlink: Method {
  /// What `client.unlink` takes.
  package struct Parameters: ChangingParameters {
    /// Which client.
    package let client: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Which client.")
      change = try reader.change()
    }
  }

  package typealias Answer = ClientLink.Answer

  package static let name = "client.unlink"
  package static let summary = "Takes back the link of a client whose record has not come from the agency's system yet."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}

package import JSONRPC

/// `client.show`: one client.
package enum ClientShow: Method {
  /// What `client.show` takes.
  package struct Parameters: MethodParameters {
    /// Which client.
    package let client: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Which client.")
    }
  }

  package typealias Answer = ClientAnswer

  package static let name = "client.show"
  package static let summary = "One client."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

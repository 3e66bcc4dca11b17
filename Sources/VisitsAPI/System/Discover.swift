package import JSON

/// `rpc.discover`: this API, described.
package enum Discover: Method {
  package typealias Parameters = NoParameters

  /// The document.
  package struct Answer: WireValue {
    /// The document as JSON.
    package var document: JSONValue

    package init(document: JSONValue) {
      self.document = document
    }

    package static var schema: Schema { .anyObject }
    package func write(to writer: inout JSONWriter) { writer.value(document) }
  }

  package static let name = "rpc.discover"
  package static let summary = "This API as an OpenRPC 1.3 document."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.everybody.subtracting([.gateway])
  package static let errors: [ErrorKind] = []
}

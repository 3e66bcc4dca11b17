/// A pointer to another resource: by address, by identifier, or in words only.
package struct Reference: Sendable, Hashable, JSONReadable {
  /// "Patient/1", an absolute address, "urn:uuid:…" or "#contained".
  package let reference: String?
  /// The type of the resource that is meant.
  package let type: String?
  /// An identifier of the resource that is meant.
  package let identifier: Identifier?
  /// The resource in words.
  package let display: String?

  init(_ json: JSONView) throws(FHIRProblem) {
    reference = try json.string("reference")
    type = try json.string("type")
    identifier = try json.value("identifier")
    display = try json.string("display")
  }
}

/// A picture or document, by its address. Inline data stays in the resource's bytes.
package struct Attachment: Sendable, Hashable, JSONReadable {
  /// The media type.
  package let contentType: String?
  /// Where it can be fetched.
  package let url: String?

  init(_ json: JSONView) throws(FHIRProblem) {
    contentType = try json.string("contentType")
    url = try json.string("url")
  }
}

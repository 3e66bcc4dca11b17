/// An extension with a simple value; what others carry is kept in the resource's bytes only.
package struct Extension: Sendable, Hashable, JSONReadable {
  /// What the extension means.
  package let url: String?
  /// The value, where it is a string of any type (valueCode, valueString, valueUri, …).
  package let value: String?

  init(_ json: JSONView) throws(FHIRProblem) {
    url = try json.string("url")
    let member = json.member(beginning: "value")
    value = member?.kind == .string ? try member?.string() : nil
  }
}

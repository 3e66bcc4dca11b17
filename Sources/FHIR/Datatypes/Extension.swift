/// An extension with a simple value, or with extensions of its own; what others carry is kept in the resource's bytes only.
package struct Extension: Sendable, Hashable, JSONReadable {
  /// What the extension means.
  package let url: String?
  /// The value, where it is a string of any type (valueCode, valueString, valueUri, …), or a number or address to call.
  package let value: String?
  /// The value, where it is true or false.
  package let truth: Bool?
  /// What kind of address the value is, where it is a ContactPoint: phone, url, …
  package let system: String?
  /// The parts of a value that has some.
  package let parts: [Extension]

  init(_ json: JSONView) throws(FHIRProblem) {
    url = try json.string("url")
    let member = json.member(beginning: "value")
    switch member?.kind {
    case .string: (value, system) = (try member?.string(), nil)
    // A ContactPoint has its number or address there.
    case .object:
      value = member?.member("value")?.kind == .string ? try member?.string("value") : nil
      system = member?.member("system")?.kind == .string ? try member?.string("system") : nil
    default: (value, system) = (nil, nil)
    }
    truth = json.member("valueBoolean")?.kind == .bool ? try json.bool("valueBoolean") : nil
    parts = try json.values("extension")
  }
}

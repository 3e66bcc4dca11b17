/// A postal address, in parts, as one text, or both.
package struct Address: Sendable, Hashable, JSONReadable {
  /// home, work, temp, old or billing.
  package let use: String?
  /// postal, physical or both.
  package let type: String?
  /// The whole address.
  package let text: String?
  /// Street, number, unit, in the order in which they are written.
  package let line: [String]
  /// The town.
  package let city: String?
  /// The part of the region, such as a county.
  package let district: String?
  /// The part of the country.
  package let state: String?
  /// The postal code.
  package let postalCode: String?
  /// The country.
  package let country: String?
  /// When it was or is in use.
  package let period: Period?
  /// Extensions with a simple value.
  package let extensions: [Extension]

  init(_ json: JSONView) throws(FHIRProblem) {
    use = try json.string("use")
    type = try json.string("type")
    text = try json.string("text")
    line = try json.strings("line")
    city = try json.string("city")
    district = try json.string("district")
    state = try json.string("state")
    postalCode = try json.string("postalCode")
    country = try json.string("country")
    period = try json.value("period")
    extensions = try json.values("extension")
  }
}

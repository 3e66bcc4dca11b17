/// A business identifier: a value that is unique in a system.
package struct Identifier: Sendable, Hashable, JSONReadable {
  /// usual, official, temp, secondary or old.
  package let use: String?
  /// The namespace of the value.
  package let system: String?
  /// The value.
  package let value: String?
  /// When it was or is valid.
  package let period: Period?

  init(_ json: JSONView) throws(FHIRProblem) {
    use = try json.string("use")
    system = try json.string("system")
    value = try json.string("value")
    period = try json.value("period")
  }

  /// An identifier of which nothing but system and value is known.
  package init(system: String?, value: String) {
    use = nil
    self.system = system
    self.value = value
    period = nil
  }
}

/// A person who gives care.
package struct Practitioner: Sendable, Hashable, JSONReadable {
  /// Whether the record is in use.
  package let active: Bool?
  /// Names, in no promised order.
  package let names: [HumanName]
  /// Telephone numbers and the like.
  package let telecom: [ContactPoint]
  /// Languages the person can work in.
  package let communication: [CodeableConcept]
  /// Extensions with a simple value.
  package let extensions: [Extension]

  init(_ json: JSONView) throws(FHIRProblem) {
    active = try json.bool("active")
    names = try json.values("name")
    telecom = try json.values("telecom")
    communication = try json.values("communication")
    extensions = try json.values("extension")
  }
}

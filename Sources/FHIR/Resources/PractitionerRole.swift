/// What a practitioner does for an organization; some servers book the role instead of the person.
package struct PractitionerRole: Sendable, Hashable, JSONReadable {
  /// The person.
  package let practitioner: Reference?

  init(_ json: JSONView) throws(FHIRProblem) {
    practitioner = try json.value("practitioner")
  }
}

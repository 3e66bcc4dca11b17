/// A service that is offered at a place, or nowhere in particular.
package struct HealthcareService: Sendable, Hashable, JSONReadable {
  /// What it is called.
  package let name: String?
  /// What kinds of service it is.
  package let types: [CodeableConcept]
  /// How it is reached.
  package let telecom: [ContactPoint]

  init(_ json: JSONView) throws(FHIRProblem) {
    name = try json.string("name")
    types = try json.values("type")
    telecom = try json.values("telecom")
  }
}

extension Resource {
  /// The address of an Endpoint; `nil`: this is none, or has no address.
  package var endpointAddress: String? {
    guard type == "Endpoint" else { return nil }
    return try? JSONText(json, limits: ReadingLimits()).root.string("address")
  }

  /// Reads the fields of a HealthcareService; throws when this is none, or one of a wrong form. They are read only when
  /// asked for: a Bundle is not refused for a service that no visit names.
  package func healthcareService() throws(FHIRProblem) -> HealthcareService {
    guard type == "HealthcareService" else {
      throw FHIRProblem(resource: name, reason: .wrongType(expected: "HealthcareService", found: type))
    }
    return try HealthcareService(JSONText(json, limits: ReadingLimits()).root)
  }
}

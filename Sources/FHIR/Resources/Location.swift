/// A place.
package struct Location: Sendable, Hashable, JSONReadable {
  /// active, suspended or inactive.
  package let status: String?
  /// instance or kind: one place, or any of a kind, such as "the patient's home".
  package let mode: String?
  /// What happens there.
  package let types: [CodeableConcept]
  /// What it is called.
  package let name: String?
  /// A building, a room, a vehicle, nowhere.
  package let physicalType: CodeableConcept?
  /// How it is reached.
  package let telecom: [ContactPoint]
  /// Where it is, for people.
  package let address: Address?
  /// Where it is, for machines.
  package let position: Position?
  /// Extensions with a simple value.
  package let extensions: [Extension]

  init(_ json: JSONView) throws(FHIRProblem) {
    status = try json.string("status")
    mode = try? json.string("mode")
    types = (try? json.values("type")) ?? []
    name = try json.string("name")
    physicalType = try json.value("physicalType")
    telecom = try json.values("telecom")
    address = try json.value("address")
    position = try json.value("position")
    extensions = try json.values("extension")
  }

  /// Coordinates in WGS 84.
  package struct Position: Sendable, Hashable, JSONReadable {
    /// Degrees north.
    package let latitude: Double?
    /// Degrees east.
    package let longitude: Double?

    init(_ json: JSONView) throws(FHIRProblem) {
      latitude = try json.number("latitude")
      longitude = try json.number("longitude")
    }
  }
}

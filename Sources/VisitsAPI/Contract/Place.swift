import JSONRPC

/// A place on the map, in and out (WGS 84).
package struct Place: WireObject, Hashable {
  /// Degrees north, −90 to 90.
  package let latitude: Double
  /// Degrees east, −180 to 180.
  package let longitude: Double
  /// Metres within which the true place lies.
  package let accuracy: Double?

  /// A place.
  package init(latitude: Double, longitude: Double, accuracy: Double?) {
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
  }

  package static let members: [Member<Place>] = [
    Member("latitude", { $0.latitude }, "Degrees north."),
    Member("longitude", { $0.longitude }, "Degrees east."),
    Member(optional: "accuracy", { $0.accuracy }, "Metres within which the true place lies."),
  ]
}

extension Shape<Place> {
  /// A place on the map.
  package static let place = Shape(
    Schema([
      "type": "object",
      "properties": [
        "latitude": ["type": "number", "minimum": -90, "maximum": 90],
        "longitude": ["type": "number", "minimum": -180, "maximum": 180],
        "accuracy": ["type": "number", "minimum": 0],
      ],
      "required": ["latitude", "longitude"], "additionalProperties": false,
    ]),
    example: Place(latitude: 0, longitude: 0, accuracy: nil),
    "a place such as {\"latitude\":53.54,\"longitude\":-113.49,\"accuracy\":12}"
  ) { json in
    guard let members = json.object?.members,
      members.allSatisfy({ ["latitude", "longitude", "accuracy"].contains($0.name) }),
      let latitude = json["latitude"]?.number, (-90...90).contains(latitude),
      let longitude = json["longitude"]?.number, (-180...180).contains(longitude)
    else { return nil }
    if let accuracy = json["accuracy"] {
      guard let metres = accuracy.number, metres >= 0 else { return nil }
      return Place(latitude: latitude, longitude: longitude, accuracy: metres)
    }
    return Place(latitude: latitude, longitude: longitude, accuracy: nil)
  } flaw: { json in
    guard let members = json.object?.members else { return nil }
    let bounds = ["latitude": -90...90, "longitude": -180...180, "accuracy": 0...Double.infinity]
    for member in members {
      guard let bounds = bounds[member.name] else { return "has a member \"\(RPCError.echo(member.name))\"" }
      guard let number = member.value.number, bounds.contains(number) else {
        return "has the \(member.name) \(member.value.shown)"
      }
    }
    return ["latitude", "longitude"].first { json[$0] == nil }.map { "has no \($0)" }
  }
}

import JSON
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
  package static let place = Shape.place(
    ["type": "number", "minimum": 0], takes: { $0.number.map { $0 >= 0 } ?? false }, beside: [])

  /// A place as a phone or a browser reports it (W3C Geolocation, `GeolocationCoordinates`): what else it tells is not
  /// kept. Some tell a negative accuracy where they do not know the place (Apple, `CLLocation`): that one is no place.
  package static let reportedPlace = Shape.place(
    ["type": ["number", "null"]], takes: { $0.number != nil || $0 == .null },
    beside: ["altitude", "altitudeAccuracy", "heading", "speed"])

  /// - Parameters:
  ///   - accuracy: The schema of the accuracy.
  ///   - isAccuracy: Whether a value is one.
  ///   - others: The members that may stand beside, whatever they hold.
  private static func place(
    _ accuracy: JSONValue, takes isAccuracy: @escaping @Sendable (JSONValue) -> Bool, beside others: [String]
  ) -> Shape {
    var properties = JSONObject()
    properties["latitude"] = ["type": "number", "minimum": -90, "maximum": 90]
    properties["longitude"] = ["type": "number", "minimum": -180, "maximum": 180]
    properties["accuracy"] = accuracy
    for other in others { properties[other] = [:] }
    let schema: JSONValue = [
      "type": "object", "properties": .object(properties), "required": ["latitude", "longitude"],
      "additionalProperties": false,
    ]
    return Shape(
      Schema(schema), example: Place(latitude: 0, longitude: 0, accuracy: nil),
      "a place such as {\"latitude\":53.54,\"longitude\":-113.49,\"accuracy\":12}"
    ) { json in
      guard let members = json.object?.members, members.allSatisfy({ isFit($0.name, $0.value) }),
        let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number
      else { return nil }
      return Place(latitude: latitude, longitude: longitude, accuracy: json["accuracy"]?.number)
    } flaw: { json in
      guard let members = json.object?.members else { return nil }
      for member in members where !isFit(member.name, member.value) {
        guard ["latitude", "longitude", "accuracy"].contains(member.name) else {
          return "has a member \"\(RPCError.echo(member.name))\""
        }
        return "has the \(member.name) \(member.value.shown)"
      }
      return ["latitude", "longitude"].first { json[$0] == nil }.map { "has no \($0)" }
    }

    @Sendable func isFit(_ name: String, _ value: JSONValue) -> Bool {
      switch name {
      case "latitude": value.number.map((-90...90).contains) ?? false
      case "longitude": value.number.map((-180...180).contains) ?? false
      case "accuracy": isAccuracy(value)
      default: others.contains(name)
      }
    }
  }
}

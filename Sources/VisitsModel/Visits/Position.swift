import Foundation

/// A place on the map (WGS 84).
package struct Position: Sendable, Hashable, Codable {
  /// Degrees north, −90 to 90.
  package var latitude: Double
  /// Degrees east, −180 to 180.
  package var longitude: Double
  /// The radius in metres within which the true place lies, as the device says; `nil`: unknown.
  package var accuracy: Double?

  /// Half around the earth, in metres: nothing is further away.
  package static let farthest = Double.pi * radius
  private static let radius = 6_371_008.8

  /// A position; `nil` when a coordinate is outside its range or the accuracy is negative.
  package init?(latitude: Double, longitude: Double, accuracy: Double? = nil) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude), (accuracy ?? 0) >= 0,
      accuracy?.isFinite ?? true
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
  }

  /// Metres along the surface of the earth (haversine on a sphere of 6,371,008.8 m, its mean radius).
  package func metres(to other: Position) -> Double {
    let radians = Double.pi / 180
    let latitudes = (other.latitude - latitude) * radians / 2
    let longitudes = (other.longitude - longitude) * radians / 2
    let root =
      sin(latitudes) * sin(latitudes)
      + cos(latitude * radians) * cos(other.latitude * radians) * sin(longitudes) * sin(longitudes)
    return 2 * Self.radius * asin(min(1, root.squareRoot()))
  }
}

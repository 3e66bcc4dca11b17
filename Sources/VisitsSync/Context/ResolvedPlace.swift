import VisitsExchange
import VisitsModel

/// The place of an Appointment at one moment. The address of a Location may change, and so may the client's home.
struct ResolvedPlace: Sendable, Hashable, Codable {
  /// The address that the Appointment or its Location tells; `nil`: neither tells one.
  var address: String?
  /// The parts of that address, where they are known.
  var parts: PostalAddress?
  /// Whether it is the client's home.
  var isHome: Bool

  /// - Parameter home: The client's address.
  init(_ place: PlaceFields?, home: String?) {
    address = place?.line
    parts = place?.parts.flatMap { $0 == PostalAddress() ? nil : $0 }
    isHome = address == nil || address == home
  }

  /// The address of a visit that is not made at the client's home.
  var ownAddress: String? { isHome ? nil : address }

  /// The parts of that address.
  var ownParts: PostalAddress { isHome ? PostalAddress() : parts ?? PostalAddress() }
}

extension AppointmentSnapshot {
  /// Whether another snapshot names the same Location and writes out the same address.
  func namesPlace(of other: AppointmentSnapshot) -> Bool {
    (mapped.place, mapped.address) == (other.mapped.place, other.mapped.address)
  }
}

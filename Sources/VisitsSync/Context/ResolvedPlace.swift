import VisitsExchange
import VisitsModel

/// The place of an Appointment at one moment. The address of a Location may change, and so may the client's home.
struct ResolvedPlace: Sendable, Hashable, Codable {
  /// The place that the Appointment or its Location tells, its name before its address; `nil`: neither tells one.
  var address: String?
  /// The parts of that, where they are known.
  var parts: PostalAddress?
  /// Whether it is the client's home, or none to go to.
  var isHome: Bool
  /// The call that its Location is; `nil`: none.
  var virtual: VirtualPlace?

  /// - Parameter home: The client's address.
  init(_ place: PlaceFields?, home: String?) {
    virtual = place?.virtual
    let isNowhere = virtual != nil || place?.line == nil && place?.name == nil
    isHome = isNowhere || place?.line != nil && place?.line == home
    // The client's home has no other name.
    let name = isHome ? nil : place?.name
    address = virtual == nil ? PlaceWords.line(name: name, address: place?.line) : nil
    parts = virtual == nil ? PlaceWords.parts(name: name, address: place?.line, place?.parts) : nil
  }

  /// The address of a visit that is not made at the client's home.
  var ownAddress: String? { isHome ? nil : address }

  /// The parts of that address.
  var ownParts: PostalAddress { isHome ? PostalAddress() : parts ?? PostalAddress() }
}

extension AppointmentSnapshot {
  /// Whether another snapshot names the same Location and writes out the same place. Earlier versions stored no names.
  func namesPlace(of other: AppointmentSnapshot) -> Bool {
    (mapped.place, mapped.address) == (other.mapped.place, other.mapped.address)
      && (mapped.placeName == nil || mapped.placeName == other.mapped.placeName)
  }
}

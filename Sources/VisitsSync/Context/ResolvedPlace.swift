import VisitsExchange
import VisitsModel

/// The place of an Appointment at the time when it was resolved. The address of the Location or of the client may
/// change later.
struct ResolvedPlace: Sendable, Hashable, Codable {
  /// The name and address from the Appointment or its Location; `nil` if neither gives a name or an address, or if the
  /// place is a call.
  var address: String?
  /// The parts of the address; `nil` if they are not known.
  var parts: PostalAddress?
  /// Whether the place is the client's home, or the visit needs no place.
  var isHome: Bool
  /// The call that the Location stands for; `nil` if the Location is a real place.
  var virtual: VirtualPlace?

  /// Resolves a place.
  ///
  /// - Parameter home: The client's address.
  init(_ place: PlaceFields?, home: String?) {
    virtual = place?.virtual
    let isNowhere = virtual != nil || place?.line == nil && place?.name == nil
    isHome = isNowhere || place?.line != nil && place?.line == home
    // At the client's home, the name of the Location is left out.
    let name = isHome ? nil : place?.name
    address = virtual == nil ? PlaceWords.line(name: name, address: place?.line) : nil
    parts = virtual == nil ? PlaceWords.parts(name: name, address: place?.line, place?.parts) : nil
  }

  /// The address of a visit that takes place elsewhere than at the client's home; `nil` at home.
  var ownAddress: String? { isHome ? nil : address }

  /// The parts of ``ownAddress``; empty at the client's home.
  var ownParts: PostalAddress { isHome ? PostalAddress() : parts ?? PostalAddress() }
}

extension AppointmentSnapshot {
  /// Returns whether both snapshots name the same Location and give the same address and name. A snapshot without a
  /// name matches any name, because earlier versions of this program stored none.
  func namesPlace(of other: AppointmentSnapshot) -> Bool {
    (mapped.place, mapped.address) == (other.mapped.place, other.mapped.address)
      && (mapped.placeName == nil || mapped.placeName == other.mapped.placeName)
  }
}

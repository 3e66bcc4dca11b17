import VisitsExchange
import VisitsModel

/// The place of an Appointment, as resolved at one moment from the Appointment, its Location and the client. It stays
/// the same if the Location or the client gets another address later.
struct ResolvedPlace: Sendable, Hashable, Codable {
  /// The name and address of the place in one line, from the Appointment or its Location. `nil` if neither gives a name
  /// or an address, or if the place is a call.
  var address: String?
  /// The parts of the address, such as city and postal code; `nil` if they are not known.
  var parts: PostalAddress?
  /// Whether the place is the client's home. Also `true` if the Appointment gives no place, and for a call.
  var isHome: Bool
  /// The call that the Location represents; `nil` if the place is not a call.
  var virtual: VirtualPlace?

  /// Resolves the place of an Appointment.
  ///
  /// - Parameters:
  ///   - place: The place that the Appointment or its Location gives; `nil` if there is none.
  ///   - home: The client's address. A place with the same address is the client's home.
  init(_ place: PlaceFields?, home: String?) {
    virtual = place?.virtual
    let isNowhere = virtual != nil || place?.line == nil && place?.name == nil
    isHome = isNowhere || place?.line != nil && place?.line == home
    // At the client's home, the name of the Location is left out.
    let name = isHome ? nil : place?.name
    address = virtual == nil ? PlaceWords.line(name: name, address: place?.line) : nil
    parts = virtual == nil ? PlaceWords.parts(name: name, address: place?.line, place?.parts) : nil
  }

  /// The address if the visit takes place elsewhere than at the client's home; `nil` at home.
  var ownAddress: String? { isHome ? nil : address }

  /// The parts of ``ownAddress``; empty at the client's home.
  var ownParts: PostalAddress { isHome ? PostalAddress() : parts ?? PostalAddress() }
}

extension AppointmentSnapshot {
  /// Returns whether two snapshots of Appointments name the same Location, with the same address and name. A snapshot
  /// without a name matches any name, because earlier versions of this program stored none.
  func namesPlace(of other: AppointmentSnapshot) -> Bool {
    (mapped.place, mapped.address) == (other.mapped.place, other.mapped.address)
      && (mapped.placeName == nil || mapped.placeName == other.mapped.placeName)
  }
}

/// A person who receives care at home (FHIR Patient).
package struct Client: Sendable, Hashable, Codable {
  /// The readable id.
  package var id: ClientID
  /// The opaque id that may stand in logs.
  package var key: PersonKey
  /// The full name as people say it. Parts of another name say nothing of a new one.
  package var name: String { didSet { if name != oldValue { nameParts = NameParts() } } }
  /// The parts of the name, as far as they are known.
  package var nameParts: NameParts
  /// Where visits take place, in one line: "123 Oak St, Edmonton".
  /// Parts of another address say nothing of a new one.
  package var address: String? { didSet { if address != oldValue { addressParts = PostalAddress() } } }
  /// The parts of that address, as far as they are known.
  package var addressParts: PostalAddress
  /// The zone of that place; `nil`: the agency's.
  package var zone: Zone?
  /// The date of birth.
  package var birthDate: CareDay?
  /// Where the address is on the map.
  package var location: Position?
  /// A telephone number as a person would dial it.
  package var phone: String?
  /// How to get in: where the key is.
  package var accessNote: String?
  /// Whom to call.
  package var emergencyContact: String?
  /// A reference to a photo.
  package var photo: String?
  /// Under which ids payers know the client, by the operator's words for the payers.
  package var memberIDs: KeyedIDs
  /// Whether a visit is late after 5 minutes instead of 15 (both are settings).
  package var isTimeCritical: Bool
  /// Whether the client still receives care.
  package var isActive: Bool
  /// Whether the client has died.
  package var isDeceased: Bool
  /// The facts that upstream has announced, in the order in which they take effect.
  package var later: [LaterFacts]
  /// The homes that the client has left on a day that upstream had announced, in order.
  package var earlierHomes: [EarlierHome]
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A client; version and instant are set by the store when it is kept.
  package init(
    id: ClientID, key: PersonKey, name: String, nameParts: NameParts = NameParts(), address: String? = nil,
    addressParts: PostalAddress = PostalAddress(), zone: Zone? = nil, birthDate: CareDay? = nil,
    location: Position? = nil, phone: String? = nil, accessNote: String? = nil, emergencyContact: String? = nil,
    photo: String? = nil, memberIDs: KeyedIDs = KeyedIDs(), isTimeCritical: Bool = false, isActive: Bool = true,
    isDeceased: Bool = false, later: [LaterFacts] = [], earlierHomes: [EarlierHome] = [],
    version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.key = key
    self.name = name
    self.nameParts = nameParts
    self.address = address
    self.addressParts = addressParts
    self.zone = zone
    self.birthDate = birthDate
    self.location = location
    self.phone = phone
    self.accessNote = accessNote
    self.emergencyContact = emergencyContact
    self.photo = photo
    self.memberIDs = memberIDs
    self.isTimeCritical = isTimeCritical
    self.isActive = isActive
    self.isDeceased = isDeceased
    self.later = later
    self.earlierHomes = earlierHomes
    self.version = version
    self.updatedAt = updatedAt
  }
}

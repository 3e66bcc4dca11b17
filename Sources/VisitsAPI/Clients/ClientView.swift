/// A client as the API shows it.
package struct ClientView: WireObject {
  /// The readable id.
  package var id: String
  /// The opaque id that stands in logs.
  package var key: String
  /// The full name.
  package var name: String
  /// The parts of the name.
  package var nameParts: NamePartsView
  /// For where there is no photo.
  package var initials: String
  /// In whole years; null without a birth date.
  package var age: Int?
  /// Where visits take place.
  package var address: String?
  /// The parts of that address.
  package var addressParts: AddressPartsView
  /// The zone of that place; null: the agency's.
  package var timeZone: String?
  /// The date of birth.
  package var birthDate: Day?
  /// Where the address is on the map.
  package var location: Place?
  /// A telephone number.
  package var phone: String?
  /// How to get in.
  package var accessNote: String?
  /// Whom to call.
  package var emergencyContact: String?
  /// A reference to a photo.
  package var photo: String?
  /// Under which ids payers know the client.
  package var memberIDs: [String]
  /// Whether visits are late earlier.
  package var isTimeCritical: Bool
  /// Whether the client still receives care.
  package var isActive: Bool
  /// Whether the client has died.
  package var isDeceased: Bool
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    id: String, key: String, name: String, nameParts: NamePartsView, initials: String, age: Int?, address: String?,
    addressParts: AddressPartsView, timeZone: String?, birthDate: Day?, location: Place?, phone: String?,
    accessNote: String?, emergencyContact: String?, photo: String?, memberIDs: [String], isTimeCritical: Bool,
    isActive: Bool,
    isDeceased: Bool, version: Int, updatedAt: Timestamp
  ) {
    self.id = id
    self.key = key
    self.name = name
    self.nameParts = nameParts
    self.initials = initials
    self.age = age
    self.address = address
    self.addressParts = addressParts
    self.timeZone = timeZone
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
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<ClientView>] =
    own + NamePartsView.members.map { Member(of: { $0.nameParts }, $0) }
    + AddressPartsView.members.map { Member(of: { $0.addressParts }, $0) }

  private static let own: [Member<ClientView>] = [
    Member("id", { $0.id }, "The readable id."),
    Member("key", { $0.key }, "The opaque id that stands in logs."),
    Member("name", { $0.name }, "The full name."),
    Member("initials", { $0.initials }, "For where there is no photo."),
    Member(nullable: "age", { $0.age }, "In whole years; null without a birth date."),
    Member(nullable: "address", { $0.address }, "Where visits take place, in one line."),
    Member(nullable: "timeZone", { $0.timeZone }, "The zone of that place; null: the agency's."),
    Member(nullable: "birthDate", { $0.birthDate }, "The date of birth."),
    Member(nullable: "location", { $0.location }, "Where the address is on the map."),
    Member(nullable: "phone", { $0.phone }, "A telephone number."),
    Member(nullable: "accessNote", { $0.accessNote }, "How to get in."),
    Member(nullable: "emergencyContact", { $0.emergencyContact }, "Whom to call."),
    Member(nullable: "photo", { $0.photo }, "A reference to a photo."),
    Member("memberIds", { $0.memberIDs }, "Under which ids payers know the client; a device is told none."),
    Member("timeCritical", { $0.isTimeCritical }, "Whether visits are late earlier."),
    Member("active", { $0.isActive }, "Whether the client still receives care."),
    Member("deceased", { $0.isDeceased }, "Whether the client has died."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}

/// `{"client":…}`
package struct ClientAnswer: WireObject {
  /// The client.
  package var client: ClientView

  package init(client: ClientView) {
    self.client = client
  }

  package static let members: [Member<ClientAnswer>] = [Member("client", { $0.client }, "The client.")]
}

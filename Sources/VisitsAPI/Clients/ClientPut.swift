package import JSONRPC

/// `client.put`: a client, new or changed.
package enum ClientPut: Method {
  /// What `client.put` takes.
  package struct Parameters: ChangingParameters {
    /// The readable id; `nil`: a new client gets one that is made of the name.
    package let id: String?
    /// The full name; needed for a new one.
    package let name: String?
    /// The parts of the name.
    package let nameFields: NameFields
    /// Where visits take place.
    package let address: Given<String>
    /// The parts of that address.
    package let addressFields: AddressFields
    /// The zone of that place.
    package let timeZone: Given<String>
    /// The date of birth.
    package let birthDate: Given<Day>
    /// Where the address is on the map.
    package let location: Given<Place>
    /// A telephone number.
    package let phone: Given<String>
    /// How to get in: where the key is.
    package let accessNote: Given<String>
    /// Whom to call.
    package let emergencyContact: Given<String>
    /// A reference to a photo.
    package let photo: Given<String>
    /// Under which ids payers know the client.
    package let memberIDs: Given<[String]>
    /// Whether visits are late earlier.
    package let timeCritical: Bool?
    /// Whether the client still receives care.
    package let active: Bool?
    /// Whether the client has died.
    package let deceased: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      id = try reader.optional(
        "id", .client,
        "The readable id: a-z, 0-9 and hyphens. Without it a client is added whose id is made of the name, and who must not "
          + "be there yet.")
      name = try reader.optional("name", .personName, "The full name; needed for a new one.")
      nameFields = try reader.nameFields()
      address = try reader.nullable("address", .words(1, 500), "Where visits take place, in one line.")
      addressFields = try reader.addressFields()
      timeZone = try reader.nullable("timeZone", .timeZone, "The zone of that place.")
      birthDate = try reader.nullable("birthDate", .day, "The date of birth.")
      location = try reader.nullable("location", .place, "Where the address is on the map.")
      phone = try reader.nullable("phone", .words(1, 64), "A telephone number.")
      accessNote = try reader.nullable("accessNote", .words(1, 2000), "How to get in: where the key is.")
      emergencyContact = try reader.nullable("emergencyContact", .words(1, 500), "Whom to call.")
      photo = try reader.nullable("photo", .text(1, 1000), "A reference to a photo.")
      memberIDs = try reader.keyedIDs(
        "memberIds", .memberID, maximum: 20,
        "Under which ids payers know the client, each with the configuration's key of the payer; null: none.")
      timeCritical = try reader.optional("timeCritical", .flag, "Whether visits are late earlier.")
      active = try reader.optional("active", .flag, "Whether the client still receives care.")
      deceased = try reader.optional("deceased", .flag, "Whether the client has died.")
      change = try reader.change()
    }
  }

  package typealias Answer = ClientAnswer

  package static let name = "client.put"
  package static let summary =
    "Adds a client or changes one; what is left out stays, but parts of a name or address that is replaced."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}

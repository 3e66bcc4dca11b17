/// A person who receives care.
package struct Patient: Sendable, Hashable, JSONReadable {
  /// Whether the record is in use.
  package let active: Bool?
  /// Names, in no promised order.
  package let names: [HumanName]
  /// Telephone numbers and the like.
  package let telecom: [ContactPoint]
  /// The day of birth, perhaps only the year.
  package let birthDate: FHIRDate?
  /// Whether the person has died.
  package let isDeceased: Bool
  /// Addresses, in no promised order.
  package let addresses: [Address]
  /// Pictures.
  package let photos: [Attachment]
  /// People to turn to.
  package let contacts: [Contact]
  /// Other records of the same person.
  package let links: [Link]
  /// Extensions with a simple value.
  package let extensions: [Extension]

  init(_ json: JSONView) throws(FHIRProblem) {
    active = try json.bool("active")
    names = try json.values("name")
    telecom = try json.values("telecom")
    birthDate = try json.date("birthDate")
    let died = try json.dateTime("deceasedDateTime")
    isDeceased = try json.bool("deceasedBoolean") == true || died != nil
    addresses = try json.values("address")
    photos = try json.values("photo")
    contacts = try json.values("contact")
    links = try json.values("link")
    extensions = try json.values("extension")
  }

  /// A person to turn to.
  package struct Contact: Sendable, Hashable, JSONReadable {
    /// What they are to the patient.
    package let relationship: [CodeableConcept]
    /// Their name.
    package let name: HumanName?
    /// How to reach them.
    package let telecom: [ContactPoint]
    /// When they are to be turned to.
    package let period: Period?

    init(_ json: JSONView) throws(FHIRProblem) {
      relationship = try json.values("relationship")
      name = try json.value("name")
      telecom = try json.values("telecom")
      period = try json.value("period")
    }
  }

  /// Another record of the same person.
  package struct Link: Sendable, Hashable, JSONReadable {
    /// The other record.
    package let other: Reference?
    /// replaced-by, replaces, refer or seealso.
    package let type: String?

    init(_ json: JSONView) throws(FHIRProblem) {
      other = try json.value("other")
      type = try json.string("type")
    }
  }
}

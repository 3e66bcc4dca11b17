import Catalog
package import VisitsAPI
package import VisitsModel

extension ClientView {
  /// A client as the API shows them, of the age that they have today where they live.
  package static func compose(_ client: Client, in context: ViewContext) -> ClientView {
    let today = context.today(in: client.zone ?? context.agencyZone)
    return ClientView(
      id: client.id.rawValue, key: client.key.rawValue, name: client.name,
      nameParts: NamePartsView(client.nameParts), initials: Initials.of(client.name, in: context.phrases.language),
      age: client.birthDate.flatMap { $0.age(on: today) }, address: client.address,
      addressParts: AddressPartsView(client.addressParts),
      timeZone: client.zone?.identifier, birthDate: client.birthDate.flatMap { Day($0.text) },
      location: client.location?.wire, phone: client.phone, accessNote: client.accessNote,
      emergencyContact: client.emergencyContact, photo: client.photo, memberIDs: client.memberIDs.lines,
      isTimeCritical: client.isTimeCritical,
      isActive: client.isActive, isDeceased: client.isDeceased, version: client.version,
      updatedAt: client.updatedAt.timestamp)
  }
}

extension CareDay {
  /// Whole years since a birth on this day; `nil` before it. Who was born on February 29 is a year older on March 1
  /// of a common year.
  func age(on day: CareDay) -> Int? {
    guard self <= day else { return nil }
    return day.year - year - ((day.month, day.day) < (month, self.day) ? 1 : 0)
  }
}

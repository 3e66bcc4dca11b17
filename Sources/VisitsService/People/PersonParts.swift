import VisitsAPI
import VisitsModel

extension NameParts {
  /// The parts after a change of some.
  func changed(by fields: NameFields) -> NameParts {
    NameParts(
      prefix: fields.namePrefix.over(prefix), given: fields.givenNames.over(given) ?? [],
      family: fields.familyName.over(family), suffix: fields.nameSuffix.over(suffix))
  }
}

extension Client {
  /// Changes the address, in one line and in its parts: each without the other would tell of two places.
  ///
  /// - Parameters:
  ///   - line: The address in one line.
  ///   - fields: The parts. Where the line says no more than they did, it follows them.
  mutating func change(address line: Given<String>, _ fields: AddressFields) {
    address = line.over(address)
    guard !fields.areLeft else { return }
    let old = (address: address, parts: addressParts)
    addressParts = PostalAddress(
      lines: (fields.street.over(old.parts.lines) ?? []).flatMap { $0.split(whereSeparator: \.isNewline) }
        .map(String.init),
      city: fields.city.over(old.parts.city), district: fields.district.over(old.parts.district),
      region: fields.region.over(old.parts.region), postalCode: fields.postalCode.over(old.parts.postalCode),
      country: fields.country.over(old.parts.country))
    guard line.isLeft, old.address == old.parts.street, addressParts.street != old.address else { return }
    let parts = addressParts
    address = parts.street
    addressParts = parts
  }
}

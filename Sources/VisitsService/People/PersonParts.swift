import VisitsAPI
import VisitsModel

extension NameParts {
  /// Returns the parts with the given fields changed.
  func changed(by fields: NameFields) -> NameParts {
    NameParts(
      prefix: fields.namePrefix.over(prefix), given: fields.givenNames.over(given) ?? [],
      family: fields.familyName.over(family), suffix: fields.nameSuffix.over(suffix))
  }
}

extension Client {
  /// Changes the one-line address and its parts together, since a change of one alone would leave two different
  /// addresses.
  ///
  /// - Parameters:
  ///   - line: The address in one line. If it is not given and the present line equals the old parts, it follows the
  ///     new parts.
  ///   - fields: The parts.
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

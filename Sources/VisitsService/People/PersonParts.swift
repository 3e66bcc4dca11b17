import VisitsAPI
import VisitsModel

extension NameParts {
  /// Returns the parts of the name, with those replaced for which `fields` has a value.
  func changed(by fields: NameFields) -> NameParts {
    NameParts(
      prefix: fields.namePrefix.over(prefix), given: fields.givenNames.over(given) ?? [],
      family: fields.familyName.over(family), suffix: fields.nameSuffix.over(suffix))
  }
}

extension Client {
  /// Changes the client's one-line address and the parts of the address (street, city and so on) together. If only one
  /// of them changed, the client would have two different addresses.
  ///
  /// - Parameters:
  ///   - line: The new one-line address. If it is not given, and the present line was composed from the old parts, the
  ///     line is composed again from the new parts.
  ///   - fields: The new parts. Parts that are not given stay.
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

import VisitsAPI
import VisitsModel

extension NamePartsView {
  /// The parts of a name as the API shows them.
  init(_ parts: NameParts) {
    self.init(prefix: parts.prefix, given: parts.given, family: parts.family, suffix: parts.suffix)
  }
}

extension AddressPartsView {
  /// The parts of an address as the API shows them.
  init(_ parts: PostalAddress) {
    self.init(
      street: parts.lines, city: parts.city, district: parts.district, region: parts.region,
      postalCode: parts.postalCode, country: parts.country)
  }
}

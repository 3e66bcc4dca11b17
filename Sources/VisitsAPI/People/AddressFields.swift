package import JSONRPC

/// The parts of an address, as a change gives them.
package struct AddressFields: Sendable {
  /// Street, number, unit, in the order in which they are written.
  package let street: Given<[String]>
  /// The town.
  package let city: Given<String>
  /// The part of the region.
  package let district: Given<String>
  /// The province or state.
  package let region: Given<String>
  /// The postal code.
  package let postalCode: Given<String>
  /// The country.
  package let country: Given<String>

  /// Whether none of them was said.
  package var areLeft: Bool {
    street.isLeft && city.isLeft && district.isLeft && region.isLeft && postalCode.isLeft && country.isLeft
  }
}

extension ParameterReader {
  /// The parts of an address, each for itself.
  package mutating func addressFields() throws(RPCError) -> AddressFields {
    AddressFields(
      street: try nullable(
        "street", .list(of: .words(1, 200), maximum: 5), "Street, number and unit, a line each; null: not known."),
      city: try nullable("city", .words(1, 100), "The town."),
      district: try nullable("district", .words(1, 100), "The part of the region, such as a county."),
      region: try nullable("region", .words(1, 100), "The province or state."),
      postalCode: try nullable("postalCode", .words(1, 20), "The postal code."),
      country: try nullable("country", .words(1, 100), "The country, in words or as a code."))
  }
}

/// The parts of an address, as far as they are known.
package struct AddressPartsView: WireObject {
  /// Street, number, unit, in the order in which they are written.
  package var street: [String]
  /// The town.
  package var city: String?
  /// The part of the region.
  package var district: String?
  /// The province or state.
  package var region: String?
  /// The postal code.
  package var postalCode: String?
  /// The country.
  package var country: String?

  package init(
    street: [String], city: String?, district: String?, region: String?, postalCode: String?, country: String?
  ) {
    self.street = street
    self.city = city
    self.district = district
    self.region = region
    self.postalCode = postalCode
    self.country = country
  }

  package static let members: [Member<AddressPartsView>] = [
    Member("street", { $0.street }, "Street, number and unit, a line each; empty: not known apart."),
    Member(nullable: "city", { $0.city }, "The town."),
    Member(nullable: "district", { $0.district }, "The part of the region, such as a county."),
    Member(nullable: "region", { $0.region }, "The province or state."),
    Member(nullable: "postalCode", { $0.postalCode }, "The postal code."),
    Member(nullable: "country", { $0.country }, "The country, in words or as a code."),
  ]
}

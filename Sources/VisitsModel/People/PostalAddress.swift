/// The parts of a postal address, where they are known apart from the address in one line (FHIR Address).
package struct PostalAddress: Sendable, Hashable, Codable {
  /// Street, number, unit, in the order in which they are written.
  package var lines: [String]
  /// The town.
  package var city: String?
  /// The part of the region: a county.
  package var district: String?
  /// The part of the country: a province or state.
  package var region: String?
  /// The postal code.
  package var postalCode: String?
  /// The country, in words or as a code.
  package var country: String?

  /// The parts of an address; none is known unless it is given.
  package init(
    lines: [String] = [], city: String? = nil, district: String? = nil, region: String? = nil,
    postalCode: String? = nil, country: String? = nil
  ) {
    self.lines = lines
    self.city = city
    self.district = district
    self.region = region
    self.postalCode = postalCode
    self.country = country
  }

  /// Whether no part is known.
  package var isEmpty: Bool { self == PostalAddress() }

  /// Street and city in one line, "123 Oak St, Edmonton", as a screen shows them; `nil` without a street.
  package var street: String? {
    let street = lines.flatMap { $0.split(whereSeparator: \.isNewline) }.joined(separator: ", ")
    guard !street.isEmpty else { return nil }
    // What is far too long for an address is refused later, and not worth a search.
    guard let city, street.utf8.count < 2000, !Self.street(street, names: city) else { return street }
    return "\(street), \(city)"
  }

  /// Whether a part of the line behind the first comma is the city, alone or before a province and a postal code.
  /// "10 Edmonton Trail" does not name Edmonton.
  private static func street(_ street: String, names city: String) -> Bool {
    let city = FoldedText.fold(city)
    return street.split(separator: ",").dropFirst().contains {
      let part = FoldedText.fold(String($0))
      return part.trimmingPrefix(" ") == city || part.trimmingPrefix(" ").hasPrefix(city + " ")
    }
  }
}

import CommandCatalog

/// What is known of a person beside the name and the address in one line.
enum PersonFacts {
  /// The parts of a name.
  static let name: [(name: FactPhrase, member: String)] = [
    (.namePrefix, "namePrefix"), (.givenNames, "givenNames"), (.familyName, "familyName"),
    (.nameSuffix, "nameSuffix"),
  ]

  /// What of an address stands in no line.
  static let area: [(name: FactPhrase, member: String)] = [
    (.district, "district"), (.region, "region"), (.postalCode, "postalCode"), (.country, "country"),
  ]

  /// All parts of an address.
  static let address: [(name: FactPhrase, member: String)] = [(.street, "street"), (.city, "city")] + area
}

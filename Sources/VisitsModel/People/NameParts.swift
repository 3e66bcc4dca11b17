/// The parts of a person's name, where they are known apart from the name as people say it (FHIR HumanName). Records for
/// visit verification ask for them apart.
package struct NameParts: Sendable, Hashable, Codable {
  /// Titles before the name: "Dr.".
  package var prefix: String?
  /// Given names, the first one first.
  package var given: [String]
  /// The family name.
  package var family: String?
  /// What stands behind the name: "Jr.", "RN".
  package var suffix: String?

  /// The parts of a name; none is known unless it is given.
  package init(prefix: String? = nil, given: [String] = [], family: String? = nil, suffix: String? = nil) {
    self.prefix = prefix
    self.given = given
    self.family = family
    self.suffix = suffix
  }

  /// Whether no part is known.
  package var isEmpty: Bool { self == NameParts() }
}

package import JSONRPC

/// The parts of a person's name, as a change gives them.
package struct NameFields: Sendable {
  /// Titles before the name.
  package let namePrefix: Given<String>
  /// Given names, the first one first.
  package let givenNames: Given<[String]>
  /// The family name.
  package let familyName: Given<String>
  /// What stands behind the name.
  package let nameSuffix: Given<String>

  /// Whether none of them was said.
  package var areLeft: Bool { namePrefix.isLeft && givenNames.isLeft && familyName.isLeft && nameSuffix.isLeft }
}

extension ParameterReader {
  /// The parts of a name, each for itself.
  package mutating func nameFields() throws(RPCError) -> NameFields {
    NameFields(
      namePrefix: try nullable("namePrefix", .personName, "Titles before the name, such as Dr."),
      givenNames: try nullable(
        "givenNames", .list(of: .personName, maximum: 10), "Given names, the first one first; null: not known."),
      familyName: try nullable("familyName", .personName, "The family name."),
      nameSuffix: try nullable("nameSuffix", .personName, "What stands behind the name, such as Jr. or RN."))
  }
}

/// The parts of a person's name, as far as they are known.
package struct NamePartsView: WireObject {
  /// Titles before the name.
  package var prefix: String?
  /// Given names, the first one first.
  package var given: [String]
  /// The family name.
  package var family: String?
  /// What stands behind the name.
  package var suffix: String?

  package init(prefix: String?, given: [String], family: String?, suffix: String?) {
    self.prefix = prefix
    self.given = given
    self.family = family
    self.suffix = suffix
  }

  package static let members: [Member<NamePartsView>] = [
    Member(nullable: "namePrefix", { $0.prefix }, "Titles before the name, such as Dr."),
    Member("givenNames", { $0.given }, "Given names, the first one first; empty: not known apart."),
    Member(nullable: "familyName", { $0.family }, "The family name; null: not known apart."),
    Member(nullable: "nameSuffix", { $0.suffix }, "What stands behind the name, such as Jr. or RN."),
  ]
}

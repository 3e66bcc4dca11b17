package import JSONRPC

/// A method that tells which people here may be people of the agency's system.
package protocol DuplicatesMethod: Method where Parameters == DuplicatesParameters, Answer == DuplicatesAnswer<Person> {
  /// The kind of person.
  associatedtype Person: LinkablePerson
}

/// How many pairs are told.
package struct DuplicatesParameters: MethodParameters {
  /// How many at most; default 100.
  package let limit: Int?

  package init(from reader: inout ParameterReader) throws(RPCError) {
    limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
  }
}

/// Two people who may be one.
package struct DuplicatePair<Person: LinkablePerson>: WireObject {
  /// Who is here alone.
  package var person: Person.View
  /// Who came from the agency's system.
  package var upstream: Person.View
  /// The record of the person who came.
  package var record: String
  /// What both have in common.
  package var reasons: [LikenessReason]

  package init(person: Person.View, upstream: Person.View, record: String, reasons: [LikenessReason]) {
    self.person = person
    self.upstream = upstream
    self.record = record
    self.reasons = reasons
  }

  package static var members: [Member<DuplicatePair>] {
    [
      Member(Person.noun, { $0.person }, "Who is here alone."),
      Member("upstream", { $0.upstream }, "Who came from the agency's system."),
      Member("record", { $0.record }, "Whoever came, as \(Person.noun).link takes it."),
      Member("reasons", { $0.reasons }, "What both have in common."),
    ]
  }
}

/// The pairs.
package struct DuplicatesAnswer<Person: LinkablePerson>: WireObject {
  /// Those with most in common first.
  package var pairs: [DuplicatePair<Person>]
  /// How many more there are.
  package var more: Int

  package init(pairs: [DuplicatePair<Person>], more: Int) {
    self.pairs = pairs
    self.more = more
  }

  package static var members: [Member<DuplicatesAnswer>] {
    [
      Member("pairs", { $0.pairs }, "Those with most in common first."),
      Member("more", { $0.more }, "How many more there are."),
    ]
  }
}

extension DuplicatesMethod {
  package static var summary: String {
    "\(Person.people) here who may be \(Person.noun)s of the agency's system, by \(Person.likeness). Nobody is merged "
      + "by it."
  }
  package static var effect: MethodEffect { .read }
  package static var roles: Set<Role> { .office }
  package static var errors: [ErrorKind] { [] }
}

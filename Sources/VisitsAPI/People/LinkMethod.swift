package import JSONRPC

/// A method that links a person here to a record of the agency's system.
package protocol LinkMethod: Method where Parameters == LinkParameters<Person>, Answer == LinkAnswer<Person> {
  /// The kind of person.
  associatedtype Person: LinkablePerson
}

/// What links a person.
package struct LinkParameters<Person: LinkablePerson>: ChangingParameters {
  /// The person here, who keeps id and key.
  package let person: String
  /// The record.
  package let record: String
  /// `requestId` and `expectedVersion`.
  package let change: ChangeParameters

  package init(from reader: inout ParameterReader) throws(RPCError) {
    person = try reader.required(Person.noun, Person.shape, "The \(Person.noun) here, who keeps id and key.")
    record = try reader.required(
      "record", .record, "The record: \(Person.recordExample), or with the address of its server.")
    change = try reader.change()
  }
}

/// The person, and what the link has done.
package struct LinkAnswer<Person: LinkablePerson>: WireObject {
  /// The person as they are now.
  package var person: Person.View
  /// What the link has done.
  package var link: LinkView

  package init(person: Person.View, link: LinkView) {
    self.person = person
    self.link = link
  }

  package static var members: [Member<LinkAnswer>] {
    [
      Member(Person.noun, { $0.person }, "The \(Person.noun) as they are now."),
      Member("link", { $0.link }, "What the link has done."),
    ]
  }
}

extension LinkMethod {
  package static var summary: String {
    "Links a \(Person.noun) here to a \(Person.recordType) of the agency's system. If another \(Person.noun) has that "
      + "record already, that \(Person.noun) is merged into this one."
  }
  package static var effect: MethodEffect { .change }
  package static var roles: Set<Role> { .office }
  package static var errors: [ErrorKind] { [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy] }
}

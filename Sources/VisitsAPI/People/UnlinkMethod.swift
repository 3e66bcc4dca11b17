package import JSONRPC

/// A method that takes back a link through which nothing has come.
package protocol UnlinkMethod: Method where Parameters == UnlinkParameters<Person>, Answer == LinkAnswer<Person> {
  /// The kind of person.
  associatedtype Person: LinkablePerson
}

/// What takes back a link.
package struct UnlinkParameters<Person: LinkablePerson>: ChangingParameters {
  /// Which person.
  package let person: String
  /// `requestId` and `expectedVersion`.
  package let change: ChangeParameters

  package init(from reader: inout ParameterReader) throws(RPCError) {
    person = try reader.required(Person.noun, Person.shape, "Which \(Person.noun).")
    change = try reader.change()
  }
}

extension UnlinkMethod {
  package static var summary: String {
    "Takes back the link of a \(Person.noun) whose record has not come from the agency's system yet."
  }
  package static var effect: MethodEffect { .change }
  package static var roles: Set<Role> { .office }
  package static var errors: [ErrorKind] { [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy] }
}

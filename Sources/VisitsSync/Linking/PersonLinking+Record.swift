import FHIR
import VisitsModel
import VisitsStore

extension PersonLinking {
  /// The result of looking up to whom a record upstream belongs here, before the office links it to a worker or client.
  enum Finding<Person: LinkedPerson> {
    /// The record already belongs to this person. `isAwaited` is `true` if the record has not arrived yet.
    case same(isAwaited: Bool)
    case unknown
    /// The record belongs to another person here.
    case known(Person)
  }

  /// Parses the text with which the office names a record, such as `Practitioner/123`.
  ///
  /// - Throws: ``Refusal/Problem/link(_:)`` if the text names no record of this kind of person, or if its server is
  ///   unclear.
  func record(_ text: String, of kind: PersonKind) throws -> UpstreamIdentity {
    guard let address = ResourceAddress(text), address.version == nil else {
      throw LinkProblem.noRecord(text).refusal(of: kind)
    }
    guard address.type == kind.recordType else {
      throw LinkProblem.otherKind(record: text, expected: kind.recordType).refusal(of: kind)
    }
    let value = "\(address.type)/\(address.id)"
    if let base = address.base { return UpstreamIdentity(system: base, value: value) }
    let server = try server()
    let systems = try transaction.systems(knowing: value, as: kind)
    if let server, systems.isEmpty || systems.contains(server) {
      return UpstreamIdentity(system: server, value: value)
    }
    guard let system = systems.first else { throw LinkProblem.noServer(record: text).refusal(of: kind) }
    guard systems.count == 1 else {
      throw LinkProblem.severalServers(record: text, systems.map { "\($0)/\(value)" }).refusal(of: kind)
    }
    return UpstreamIdentity(system: system, value: value)
  }

  /// The base address of the server with which sync works or worked last; `nil` if there was none.
  private func server() throws -> String? { try context?.settings.base ?? transaction.server()?.base }

  /// Looks up the person to whom a record upstream belongs here.
  ///
  /// - Throws: ``Refusal/Problem/link(_:)`` if the office may not link the person to the record.
  func finding<Person: LinkedPerson>(_ record: UpstreamIdentity, _ person: Person) throws -> Finding<Person> {
    let kind = Person.kind
    if try record.system == server(), let address = ResourceAddress(record.value) {
      let here = RecordAddress(type: address.type, id: address.id)
      if let into = try transaction.replacement(of: here) {
        throw LinkProblem.mergedUpstream(record: record.value, into: into).refusal(of: kind)
      }
    }
    let own = try transaction.personRecords(kind, person.idText)
    if own.contains(record) { return .same(isAwaited: try !transaction.hasCome(record, as: kind)) }
    // A Bundle need not name its server. If the person has a record from such a Bundle, that may be the same record, so
    // it does not prevent the link.
    if let other = own.first(where: { $0.system == record.system || $0.system.hasPrefix("http") }) {
      throw LinkProblem.otherRecord(name: person.name, record: other.shown(besides: record.system)).refusal(of: kind)
    }
    guard let known = try Person.find(standingFor: record, in: transaction) else { return .unknown }
    if let linked = try transaction.linkedPerson(kind, to: record), linked != person.idText {
      throw LinkProblem.linkedToOther(record: record.value, name: linked).refusal(of: kind)
    }
    return .known(known)
  }
}

extension UpstreamIdentity {
  /// Returns the record in the words of the office. If the record is not on the server `system`, the text includes the
  /// base address of its server.
  fileprivate func shown(besides system: String) -> String {
    self.system == system ? value : "\(self.system)/\(value)"
  }
}

import FHIR
import VisitsModel
import VisitsStore

extension PersonLinking {
  /// The stored worker or client, if any, to whom the record belongs that the office has named.
  enum Finding<Person: LinkedPerson> {
    /// The record belongs to the person already.
    case same(isAwaited: Bool)
    case unknown
    /// The record belongs to another person.
    case known(Person)
  }

  /// Returns the record that a text names.
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

  /// The server that sync works with, or worked with last.
  private func server() throws -> String? { try context?.settings.base ?? transaction.server()?.base }

  /// Looks up the person to whom a record belongs.
  ///
  /// - Throws: ``Refusal/Problem/link(_:)`` if the person may not be linked to the record.
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
  /// Returns the record as the office names it: with the address of its server, unless the server is `system`.
  fileprivate func shown(besides system: String) -> String {
    self.system == system ? value : "\(self.system)/\(value)"
  }
}

import FHIR
import VisitsModel
import VisitsStore

extension PersonLinking {
  /// What is known of a record that somebody is to be linked to.
  enum Finding<Person: LinkedPerson> {
    /// The person stands for it already.
    case same(isAwaited: Bool)
    case unknown
    /// Another person stands for it.
    case known(Person)
  }

  /// The record that a text names.
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

  /// The server that sync is with, or was with last.
  private func server() throws -> String? { try context?.settings.base ?? transaction.server()?.base }

  /// Looks up whom a record stands for.
  ///
  /// - Throws: ``Refusal/Problem/link(_:)`` when the person may not be linked to it.
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
    // A Bundle that names no server says nothing of which one its records stand on.
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
  /// The record as a person names it: in full where it stands on another server than the one that they have named.
  fileprivate func shown(besides system: String) -> String {
    self.system == system ? value : "\(self.system)/\(value)"
  }
}

package import VisitsModel
package import VisitsStore

/// A worker or a client whom the office can link to a record upstream.
package protocol LinkedPerson: Sendable {
  /// The kind of person: worker or client.
  static var kind: PersonKind { get }
  /// The id of the person as text.
  var idText: String { get }
  /// The full name as people say it.
  var name: String { get }
  /// Returns the person with an id.
  static func find(_ id: String, in reader: StoreReader) throws -> Self?
  /// Returns the person to whom a record upstream belongs.
  static func find(standingFor record: UpstreamIdentity, in reader: StoreReader) throws -> Self?
  /// Stores the person. The audit gets an entry for the office's decision even if no value of the person changes.
  func decide(in transaction: ChangeTransaction) throws -> Self
  /// Merges another person into this person.
  ///
  /// - Returns: This person as stored, and the visits that belonged to the other person.
  func take(_ other: Self, in transaction: ChangeTransaction) throws -> (person: Self, visits: [VisitID])
  /// Refuses a merge of two people that is not possible yet, for example because both have an open emergency.
  ///
  /// - Throws: ``Refusal/Problem/link(_:)``.
  func requireApart(_ other: Self, in reader: StoreReader) throws
}

extension Worker: LinkedPerson {
  package static var kind: PersonKind { .worker }
  package var idText: String { id.rawValue }

  package static func find(_ id: String, in reader: StoreReader) throws -> Worker? {
    try WorkerID(rawValue: id).flatMap(reader.worker)
  }

  package static func find(standingFor record: UpstreamIdentity, in reader: StoreReader) throws -> Worker? {
    try reader.workerID(for: record).flatMap(reader.worker)
  }

  package func decide(in transaction: ChangeTransaction) throws -> Worker {
    try transaction.put(self, isDecision: true)
  }

  package func take(_ other: Worker, in transaction: ChangeTransaction) throws -> (person: Worker, visits: [VisitID]) {
    let merged = try transaction.merge(other, into: self)
    return (merged.worker, merged.visits)
  }

  /// Refuses the merge of two workers who both have an open emergency or both have a running session. A worker can have
  /// only one of each at a time, so the office must end one of the two first.
  package func requireApart(_ other: Worker, in reader: StoreReader) throws {
    if try reader.openEmergency(of: id) != nil, try reader.openEmergency(of: other.id) != nil {
      throw LinkProblem.bothInEmergency(name: other.name).refusal(of: .worker)
    }
    if try reader.runningSession(of: id) != nil, try reader.runningSession(of: other.id) != nil {
      throw LinkProblem.bothInSession(name: other.name).refusal(of: .worker)
    }
  }
}

extension Client: LinkedPerson {
  package static var kind: PersonKind { .client }
  package var idText: String { id.rawValue }

  package static func find(_ id: String, in reader: StoreReader) throws -> Client? {
    try ClientID(rawValue: id).flatMap(reader.client)
  }

  package static func find(standingFor record: UpstreamIdentity, in reader: StoreReader) throws -> Client? {
    try reader.clientID(for: record).flatMap(reader.client)
  }

  package func decide(in transaction: ChangeTransaction) throws -> Client {
    try transaction.put(self, isDecision: true)
  }

  package func take(_ other: Client, in transaction: ChangeTransaction) throws -> (person: Client, visits: [VisitID]) {
    let merged = try transaction.merge(other, into: self)
    return (merged.client, merged.visits)
  }

  package func requireApart(_ other: Client, in reader: StoreReader) throws {}
}

package import VisitsModel
package import VisitsStore

/// A worker or a client, as the office links them to records upstream.
package protocol LinkedPerson: Sendable {
  /// Which of the two.
  static var kind: PersonKind { get }
  /// The id's text.
  var idText: String { get }
  /// The name as people say it.
  var name: String { get }
  /// The person of that id.
  static func find(_ id: String, in reader: StoreReader) throws -> Self?
  /// The person who stands for a record.
  static func find(standingFor record: UpstreamIdentity, in reader: StoreReader) throws -> Self?
  /// Keeps that the office has decided something of the person.
  func decide(in transaction: ChangeTransaction) throws -> Self
  /// Merges another into the person.
  ///
  /// - Returns: The person as kept, and the visits of the other.
  func take(_ other: Self, in transaction: ChangeTransaction) throws -> (person: Self, visits: [VisitID])
  /// Refuses a merge that the office must prepare.
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

  /// A worker is in one emergency, and has one session, at a time: of two the office must end one.
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

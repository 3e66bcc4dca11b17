import FHIR
package import VisitsModel
package import VisitsStore

/// The office's decision to link a worker or client here to a record upstream. If the record already belongs to another
/// person here, the two people are merged. Otherwise, when sync or an import brings the record, it is stored as the
/// linked person's record.
package struct PersonLinking {
  let transaction: ChangeTransaction
  let context: SyncContext?

  /// Prepares to link or unlink people in this transaction.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - context: The context of sync with the current server; `nil` if no server is configured.
  package init(_ transaction: ChangeTransaction, _ context: SyncContext?) {
    self.transaction = transaction
    self.context = context
  }

  /// Links a worker or client here to a record upstream.
  ///
  /// - Parameters:
  ///   - person: The worker or client.
  ///   - text: The record, as `Practitioner/123` or with the base address of its server.
  /// - Throws: ``Refusal/Problem/link(_:)`` if the text names no usable record, or if the person may not be linked to
  ///   it.
  package func link<Person: LinkedPerson>(
    _ person: Person, to text: String
  ) throws -> (person: Person, outcome: LinkOutcome) {
    let record = try record(text, of: Person.kind)
    switch try finding(record, person) {
    case .same(let isAwaited): return (person, LinkOutcome(record: record.value, isAwaited: isAwaited))
    case .unknown:
      try keep(record, person)
      return (try person.decide(in: transaction), LinkOutcome(record: record.value, isAwaited: true))
    case .known(let other):
      try person.requireApart(other, in: transaction)
      try keep(record, person)
      let merged = try person.take(other, in: transaction)
      return (merged.person, try outcome(record, merged: other.idText, merged.visits))
    }
  }

  /// Removes the link between a worker or client and a record upstream that has not arrived yet.
  package func unlink<Person: LinkedPerson>(_ person: Person) throws -> (person: Person, outcome: LinkOutcome) {
    let record = try forgetLink(of: person)
    return (try person.decide(in: transaction), LinkOutcome(record: record.value))
  }

  private func keep<Person: LinkedPerson>(_ record: UpstreamIdentity, _ person: Person) throws {
    try transaction.keepLink(record, to: Person.kind, person.idText)
    try transaction.ledger.settleDuplicates(of: [person.idText], at: transaction.now)
    // Each audit entry of the decision names the record.
    transaction.reason = record.value
  }

  private func outcome(_ record: UpstreamIdentity, merged: String, _ visits: [VisitID]) throws -> LinkOutcome {
    try transaction.ledger.settleDuplicates(of: [merged], at: transaction.now)
    let twins = try VisitTwins(transaction, context).settle(visits)
    try transaction.raiseOverlaps(of: visits)
    return LinkOutcome(record: record.value, merged: merged, united: twins.united, twice: twins.twice)
  }

  private func forgetLink<Person: LinkedPerson>(of person: Person) throws -> UpstreamIdentity {
    let (kind, name) = (Person.kind, person.name)
    let links = try transaction.links(of: kind, person.idText)
    guard let first = links.first else { throw LinkProblem.notLinked(name: name).refusal(of: kind) }
    guard let record = try links.first(where: { try !transaction.hasCome($0, as: kind) }) else {
      throw LinkProblem.hasCome(name: name, record: first.value).refusal(of: kind)
    }
    try transaction.forgetLink(record, of: kind)
    transaction.reason = record.value
    return record
  }
}

extension LinkProblem {
  /// Returns the error with which the call to link or unlink is refused.
  ///
  /// - Parameter kind: The kind of person that the call names: worker or client.
  func refusal(of kind: PersonKind) -> Refusal {
    switch self {
    case .noRecord, .otherKind, .noServer, .severalServers, .linkedToOther, .mergedUpstream:
      .invalid(field: "record", .link(self))
    case .otherRecord, .bothInEmergency, .bothInSession, .notLinked, .hasCome:
      .invalid(field: kind == .worker ? "worker" : "client", .link(self))
    }
  }
}

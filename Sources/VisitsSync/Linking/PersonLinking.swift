import FHIR
package import VisitsModel
package import VisitsStore

/// Links people here to records upstream, as the office decides. Where the record stands for another person already, the
/// two are merged; else the next sync or import that brings it meets the person here.
package struct PersonLinking {
  let transaction: ChangeTransaction
  let context: SyncContext?

  /// Links within one change.
  ///
  /// - Parameter context: Sync's place for the server that it is with; `nil`: there is none.
  package init(_ transaction: ChangeTransaction, _ context: SyncContext?) {
    self.transaction = transaction
    self.context = context
  }

  /// Links a worker to a Practitioner.
  ///
  /// - Parameter text: The record, as `Practitioner/123` or with the address of its server.
  /// - Throws: ``Refusal/Problem/link(_:)``.
  package func link(_ worker: Worker, to text: String) throws -> (worker: Worker, outcome: LinkOutcome) {
    let record = try record(text, of: .worker)
    switch try finding(record, .worker, worker.id.rawValue, worker.name) {
    case .same(let isAwaited): return (worker, LinkOutcome(record: record.value, isAwaited: isAwaited))
    case .unknown:
      try keep(record, .worker, worker.id.rawValue)
      return (try transaction.put(worker, isDecision: true), LinkOutcome(record: record.value, isAwaited: true))
    case .known(let id):
      guard let other = try WorkerID(rawValue: id).flatMap(transaction.worker) else {
        throw LinkProblem.noRecord(text).refusal(of: .worker)
      }
      try requireApart(worker, other)
      try keep(record, .worker, worker.id.rawValue)
      let merged = try transaction.merge(other, into: worker)
      return (merged.worker, try outcome(record, merged: id, merged.visits))
    }
  }

  /// Links a client to a Patient, likewise.
  package func link(_ client: Client, to text: String) throws -> (client: Client, outcome: LinkOutcome) {
    let record = try record(text, of: .client)
    switch try finding(record, .client, client.id.rawValue, client.name) {
    case .same(let isAwaited): return (client, LinkOutcome(record: record.value, isAwaited: isAwaited))
    case .unknown:
      try keep(record, .client, client.id.rawValue)
      return (try transaction.put(client, isDecision: true), LinkOutcome(record: record.value, isAwaited: true))
    case .known(let id):
      guard let other = try ClientID(rawValue: id).flatMap(transaction.client) else {
        throw LinkProblem.noRecord(text).refusal(of: .client)
      }
      try keep(record, .client, client.id.rawValue)
      let merged = try transaction.merge(other, into: client)
      return (merged.client, try outcome(record, merged: id, merged.visits))
    }
  }

  /// Takes back the link of a worker whose record has not come.
  package func unlink(_ worker: Worker) throws -> (worker: Worker, outcome: LinkOutcome) {
    let record = try forgetLink(.worker, worker.id.rawValue, worker.name)
    return (try transaction.put(worker, isDecision: true), LinkOutcome(record: record.value))
  }

  /// Takes back the link of a client whose record has not come.
  package func unlink(_ client: Client) throws -> (client: Client, outcome: LinkOutcome) {
    let record = try forgetLink(.client, client.id.rawValue, client.name)
    return (try transaction.put(client, isDecision: true), LinkOutcome(record: record.value))
  }

  private func keep(_ record: UpstreamIdentity, _ kind: PersonKind, _ id: String) throws {
    try transaction.keepLink(record, to: kind, id)
    // The trace of the decision: each entry of the audit names the record.
    transaction.reason = record.value
  }

  private func outcome(_ record: UpstreamIdentity, merged: String, _ visits: [VisitID]) throws -> LinkOutcome {
    let twins = try VisitTwins(transaction, context).settle(visits)
    try transaction.raiseOverlaps(of: visits)
    return LinkOutcome(record: record.value, merged: merged, united: twins.united, twice: twins.twice)
  }

  /// A worker is in one emergency, and has one session, at a time: of two the office must end one.
  private func requireApart(_ worker: Worker, _ other: Worker) throws {
    if try transaction.openEmergency(of: worker.id) != nil, try transaction.openEmergency(of: other.id) != nil {
      throw LinkProblem.bothInEmergency(name: other.name).refusal(of: .worker)
    }
    if try transaction.runningSession(of: worker.id) != nil, try transaction.runningSession(of: other.id) != nil {
      throw LinkProblem.bothInSession(name: other.name).refusal(of: .worker)
    }
  }

  private func forgetLink(_ kind: PersonKind, _ id: String, _ name: String) throws -> UpstreamIdentity {
    let links = try transaction.links(of: kind, id)
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
  /// Why the call is refused.
  ///
  /// - Parameter kind: Who was to be linked.
  func refusal(of kind: PersonKind) -> Refusal {
    switch self {
    case .noRecord, .otherKind, .noServer, .severalServers, .linkedToOther, .mergedUpstream:
      .invalid(field: "record", .link(self))
    case .otherRecord, .bothInEmergency, .bothInSession, .notLinked, .hasCome:
      .invalid(field: kind == .worker ? "worker" : "client", .link(self))
    }
  }
}

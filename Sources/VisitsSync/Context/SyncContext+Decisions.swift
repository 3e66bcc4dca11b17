import VisitsExchange
package import VisitsModel
package import VisitsStore

extension SyncContext {
  /// Carries out the coordinator's decision to retry a parked entity: a visit, emergency or other item whose change
  /// upstream has not accepted, and which waits for that decision.
  package func retry(_ thing: SyncThing) throws {
    let now = now()
    let seen = try store.readNow { try $0.asAgreed(thing) }
    try store.keepNow { try $0.tryAgain(thing, asIf: seen, at: now) }
  }
}

extension ChangeTransaction {
  /// Sends a parked entity, such as a visit, again, as the coordinator has decided. During the retry, the entity's
  /// problem does not count as open. If the retry fails, the problem is open again under the same number.
  package func tryAgain(_ thing: SyncThing) throws {
    try ledger.tryAgain(thing, asIf: try asAgreed(thing), at: now)
  }

  /// Carries out the coordinator's decision to discard the change of an entity: sync does not send the change. The
  /// entity keeps its local values, and the audit records the decision.
  ///
  /// - Parameters:
  ///   - thing: The entity.
  ///   - reason: The coordinator's reason, in their words.
  package func giveUp(_ thing: SyncThing, reason: String) throws {
    self.reason = reason
    if let visit = try thing.visit.flatMap({ try self.visit($0) }) {
      isFromUpstream = true
      _ = try put(visit, isDecision: true)
      isFromUpstream = false
    }
    try forgetWithdrawnEncounter(of: thing)
    try ledger.discard(thing)
    try ledger.settle(.parked, of: thing.rawValue, by: request.caller.by, reason: reason, at: now)
  }

  /// Forgets the stored Encounter of a visit if the visit was parked because upstream deleted this Encounter.
  private func forgetWithdrawnEncounter(of thing: SyncThing) throws {
    let parked = try problem(.parked, of: thing.rawValue)
    guard let parked, parked.code == Clash.Kind.withdrawn.rawValue, let detail = parked.detail,
      try MappedText.value(Clash.self, from: detail).theirs == .life(.scheduled)
    else { return }
    for record in try agreed(on: thing) where record.address.type == "Encounter" {
      try ledger.disagree(on: record.address)
    }
  }

  /// Settles a problem that the coordinator has acknowledged. Used for a problem that does not park an entity and so
  /// needs no other decision.
  package func takeNote(of problem: SyncProblem, reason: String) throws {
    try ledger.settle(problem.kind, of: problem.subject, by: request.caller.by, reason: reason, at: now)
  }
}

extension StoreReader {
  /// Returns attempts to send the records on which the store and upstream last agreed, as if sync had just written
  /// these records. `nil` if the visit has no such records, or if the entity is not a visit.
  fileprivate func asAgreed(_ thing: SyncThing) throws -> Attempts? {
    let agreed = try agreed(on: thing)
    guard !agreed.isEmpty, let visit = try thing.visit.flatMap({ try self.visit($0) }) else { return nil }
    return Attempts(
      version: visit.version,
      records: agreed.map { record in
        Attempt(
          type: record.address.type, id: record.address.id, method: .update, base: record.version,
          fields: record.fields)
      })
  }
}

extension SyncLedger {
  /// Releases a parked entity, so that the next run sends its change.
  ///
  /// While the entity was parked, sync merged none of its records. So this function stores the records on which the
  /// store and upstream last agreed as attempts. The next run then reads these records upstream before it sends the
  /// change.
  fileprivate func tryAgain(_ thing: SyncThing, asIf seen: Attempts?, at now: Instant) throws {
    try decide(thing, parkedAs: ParkReason.unknown.code)
    if let seen { try prepare(thing, seen) }
    try park(thing, false)
    try retry(thing.rawValue, at: now)
  }
}

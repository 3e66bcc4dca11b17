import VisitsExchange
package import VisitsModel
package import VisitsStore

extension SyncContext {
  /// Carries out the coordinator's decision to retry a parked entity.
  package func retry(_ thing: SyncThing) throws {
    let now = now()
    let seen = try store.readNow { try $0.asAgreed(thing) }
    try store.keepNow { try $0.tryAgain(thing, asIf: seen, at: now) }
  }
}

extension ChangeTransaction {
  /// Sends a parked entity again. Its problem does not count as open during the retry. If the retry fails, the problem
  /// is open again under the same number.
  package func tryAgain(_ thing: SyncThing) throws {
    try ledger.tryAgain(thing, asIf: try asAgreed(thing), at: now)
  }

  /// Carries out the coordinator's decision to discard a change: the change is not sent. The entity keeps its local
  /// values, and the audit records the decision.
  ///
  /// - Parameter reason: The coordinator's reason, in their words.
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

  /// Forgets the agreed Encounter of a visit that was parked because upstream deleted this Encounter.
  private func forgetWithdrawnEncounter(of thing: SyncThing) throws {
    let parked = try problem(.parked, of: thing.rawValue)
    guard let parked, parked.code == Clash.Kind.withdrawn.rawValue, let detail = parked.detail,
      try MappedText.value(Clash.self, from: detail).theirs == .life(.scheduled)
    else { return }
    for record in try agreed(on: thing) where record.address.type == "Encounter" {
      try ledger.disagree(on: record.address)
    }
  }

  /// Settles a problem that the coordinator has acknowledged, and that parks no entity.
  package func takeNote(of problem: SyncProblem, reason: String) throws {
    try ledger.settle(problem.kind, of: problem.subject, by: request.caller.by, reason: reason, at: now)
  }
}

extension StoreReader {
  /// Returns the agreed records of a visit as attempts, as if they had just been written; `nil` if there are none, or
  /// if the entity is not a visit.
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
  /// Releases a parked entity. Sync merged no record of the entity while it was parked. So this function stores the
  /// agreed records as attempts, and the next run reads these records upstream before it sends the change.
  fileprivate func tryAgain(_ thing: SyncThing, asIf seen: Attempts?, at now: Instant) throws {
    try decide(thing, parkedAs: ParkReason.unknown.code)
    if let seen { try prepare(thing, seen) }
    try park(thing, false)
    try retry(thing.rawValue, at: now)
  }
}

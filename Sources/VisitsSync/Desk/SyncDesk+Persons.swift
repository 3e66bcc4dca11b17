import VisitsExchange
package import VisitsModel
package import VisitsStore

extension SyncDesk {
  /// A person has tried again what is parked.
  package func retry(_ thing: SyncThing) throws {
    let now = now()
    let seen = try store.readNow { try $0.asAgreed(thing) }
    try store.keepNow { try $0.tryAgain(thing, asIf: seen, at: now) }
  }
}

extension ChangeTransaction {
  /// Has what is parked of a thing tried again. It leaves the problems with it, and comes back under its number where
  /// that comes to nothing.
  package func tryAgain(_ thing: SyncThing) throws {
    try ledger.tryAgain(thing, asIf: try asAgreed(thing), at: now)
  }

  /// Has what waits of a thing wait no longer: a person has decided that it is not sent. It stands here as it is, and the
  /// audit tells of it.
  ///
  /// - Parameter reason: Why, in their words.
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

  /// Where a visit was parked since its Encounter is not there any more, that tells nothing of it from here on.
  private func forgetWithdrawnEncounter(of thing: SyncThing) throws {
    let parked = try problems().map(\.problem).first { $0.kind == .parked && $0.subject == thing.rawValue }
    guard let parked, parked.code == Clash.Kind.withdrawn.rawValue, let detail = parked.detail,
      try MappedText.value(Clash.self, from: detail).theirs == .life(.scheduled)
    else { return }
    for record in try agreed(on: thing) where record.address.type == "Encounter" {
      try ledger.disagree(on: record.address)
    }
  }

  /// A person has taken note of a problem that is not parked.
  package func takeNote(of problem: SyncProblem, reason: String) throws {
    try ledger.settle(problem.kind, of: problem.subject, by: request.caller.by, reason: reason, at: now)
  }
}

extension StoreReader {
  /// What both sides agreed on of a thing, as if it had just been written; `nil`: there is nothing.
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
  /// Nothing was taken in of a thing while it was parked: it is read before anything is sent, as if what both sides agreed
  /// on had just been written.
  fileprivate func tryAgain(_ thing: SyncThing, asIf seen: Attempts?, at now: Instant) throws {
    try decide(thing, parkedAs: ParkReason.unknown.code)
    if let seen { try prepare(thing, seen) }
    try park(thing, false)
    try retry(thing.rawValue, at: now)
  }
}

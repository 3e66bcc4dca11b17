import VisitsModel
package import VisitsStore

extension SyncContext {
  /// The name of the watermark that marks that all local changes have been added to the outbox. If the watermark is
  /// missing, sync adds them again.
  static let local = "local"

  /// Notes that the daemon runs without an upstream server. Changes made from now on are sent once a server is
  /// configured again. Call this before the first change can arrive.
  package static func noteAlone(_ store: Store) {
    // A store that never had a server has sent nothing, so everything will be enqueued anyway.
    guard (try? store.readNow { try $0.server() }) != nil else { return }
    // A store that cannot write this mark accepts no changes either.
    try? store.keepNow { ledger in
      try ledger.noteAlone()
      try ledger.forgetWatermark(of: local)
    }
  }

  /// Whether a pull has ever fetched the schedule from upstream.
  var wasEverPulled: Bool { (try? store.readNow { try $0.watermark(of: "Appointment") }) != nil }

  /// Returns whether the store may still have changes to add to the outbox that were made without an upstream server,
  /// or that were imported from a file.
  func isLocalToBeSent() throws -> Bool { try store.readNow { try $0.watermark(of: Self.local) } == nil }

  /// Adds to the outbox one batch of the changes that were made without an upstream server, or that were imported from
  /// a file.
  ///
  /// - Parameter place: The position in the store after which the batch starts.
  /// - Returns: The position for the next batch; `nil` if this was the last batch.
  func enqueueLocal(after place: LocalPlace) throws -> LocalPlace? {
    let now = now()
    return try store.keepNow { ledger in
      let next = try ledger.enqueueLocal(after: place, at: now)
      if next == nil {
        try ledger.noteTogether()
        try ledger.keep(.watermark(Self.local, now))
      }
      return next
    }
  }
}

extension ChangeTransaction {
  /// Makes sync check all local records after an import, and send those that upstream does not have.
  package func sendLocal() throws { try ledger.forgetWatermark(of: SyncContext.local) }
}

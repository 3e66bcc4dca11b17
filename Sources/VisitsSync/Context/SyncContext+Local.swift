import VisitsModel
package import VisitsStore

extension SyncContext {
  /// The name of the watermark that says that all local changes have been enqueued for the server.
  static let local = "local"

  /// Notes that the daemon runs without an upstream. Changes made from now on are sent once an upstream is configured
  /// again. Call this before the first change can arrive.
  package static func noteAlone(_ store: Store) {
    // A store that never had a server has sent nothing, so everything will be enqueued anyway.
    guard (try? store.readNow { try $0.server() }) != nil else { return }
    // A store that cannot write this mark accepts no changes either.
    try? store.keepNow { ledger in
      try ledger.noteAlone()
      try ledger.forgetWatermark(of: local)
    }
  }

  /// Whether a schedule was ever pulled from upstream.
  var wasEverPulled: Bool { (try? store.readNow { try $0.watermark(of: "Appointment") }) != nil }

  /// Returns whether changes that were made without an upstream, or imported from a file, may still have to be
  /// enqueued.
  func isLocalToBeSent() throws -> Bool { try store.readNow { try $0.watermark(of: Self.local) } == nil }

  /// Enqueues one batch of the changes that were made without an upstream or imported.
  ///
  /// - Returns: The start of the next batch; `nil` if this was the last one.
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
  /// Makes sync send imported records that upstream does not have.
  package func sendLocal() throws { try ledger.forgetWatermark(of: SyncContext.local) }
}

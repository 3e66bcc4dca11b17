import VisitsModel
package import VisitsStore

extension SyncContext {
  /// The name of the mark that everything local was enqueued for the server.
  static let local = "local"

  /// Notes that the daemon works without an upstream. The changes that it takes meanwhile are sent once there is one
  /// again. Call it before the first change can come.
  package static func noteAlone(_ store: Store) {
    // Without a server in the past, nothing was ever sent.
    guard (try? store.readNow { try $0.server() }) != nil else { return }
    // A store that cannot write this takes no changes either.
    try? store.keepNow { ledger in
      try ledger.noteAlone()
      try ledger.forgetWatermark(of: local)
    }
  }

  /// Whether a schedule was ever taken from upstream.
  var wasEverPulled: Bool { (try? store.readNow { try $0.watermark(of: "Appointment") }) != nil }

  /// Whether changes may have to be sent that were made without an upstream, or imported beside it.
  func isLocalToBeSent() throws -> Bool { try store.readNow { try $0.watermark(of: Self.local) } == nil }

  /// Enqueues a portion of these changes.
  ///
  /// - Returns: Where the next portion begins; `nil`: there is none.
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
  /// Has imported records sent upstream too, as far as they are not there.
  package func sendLocal() throws { try ledger.forgetWatermark(of: SyncContext.local) }
}

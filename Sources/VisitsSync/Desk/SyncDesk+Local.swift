import VisitsModel
package import VisitsStore

extension SyncDesk {
  /// Under which name it is kept that what was here before the upstream waits for it.
  static let local = "local"

  /// The daemon works alone: what is made or changed meanwhile is to be sent when there is an upstream again. To be called
  /// before anybody can change something.
  package static func noteAlone(_ store: Store) {
    // Where there never was one, nothing was ever sent.
    guard (try? store.readNow { try $0.server() }) != nil else { return }
    // Where it cannot be written down, nothing can be made meanwhile either.
    try? store.keepNow { ledger in
      try ledger.noteAlone()
      try ledger.forgetWatermark(of: local)
    }
  }

  /// Whether a schedule was ever taken from upstream.
  var wasEverPulled: Bool { (try? store.readNow { try $0.watermark(of: "Appointment") }) != nil }

  /// Whether there may be something to send that was made or changed without an upstream, or taken in beside it.
  func isLocalToBeSent() throws -> Bool { try store.readNow { try $0.watermark(of: Self.local) } == nil }

  /// Has a part of that wait for upstream.
  ///
  /// - Returns: Where the part ended; `nil`: that was all.
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
  /// What was taken in beside upstream is to be sent there too, as far as it is not there.
  package func sendLocal() throws { try ledger.forgetWatermark(of: SyncDesk.local) }
}

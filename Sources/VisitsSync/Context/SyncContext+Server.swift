import VisitsModel
import VisitsStore

/// The store is in step with another server than the configured one, where the same ids are other records.
package struct OtherServer: Error, Hashable {
  /// The base address of the server that the store is in step with.
  package let stored: String
  /// The configured base address.
  package let configured: String

  /// - Parameters:
  ///   - stored: The base address of the server that the store is in step with; `nil`: none.
  ///   - configured: The configured base address.
  ///   - former: The former base address of the same server.
  /// - Returns: `nil` for the same server.
  package init?(stored: String?, configured: String, formerly former: String?) {
    guard let stored, stored != configured, stored != former else { return nil }
    self.stored = stored
    self.configured = configured
  }
}

extension SyncContext {
  /// Records the configured server as the one that the store is in step with.
  ///
  /// - Parameter former: The former base address of the same server.
  /// - Throws: ``OtherServer`` if the store is in step with another one; nothing is changed then.
  package func meet(formerly former: String?) throws {
    let known = try store.readNow { try $0.server()?.base }
    guard known != settings.base else { return }
    if let other = OtherServer(stored: known, configured: settings.base, formerly: former) { throw other }
    // A store that cannot write exchanges nothing with the server either; the next start tries again.
    guard store.fault == nil else { return }
    try store.keepNow { try $0.keep(server: settings.base, formerly: known) }
  }

  /// The stored moment when everything was in step last.
  func syncedBefore() -> Instant? { try? store.readNow { try $0.server()?.syncedAt } }

  /// Stores the moment when everything was in step, to be told after a restart.
  func noteSynced(at moment: Instant) {
    // A failure does no harm: an earlier moment is told.
    try? store.keepNow { try $0.keep(syncedAt: moment) }
  }
}

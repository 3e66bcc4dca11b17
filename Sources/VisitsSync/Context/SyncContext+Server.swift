import VisitsModel
import VisitsStore

/// The error thrown if the store was synced with a server other than the configured one. On another server, the same
/// ids name other records.
package struct OtherServer: Error, Hashable {
  /// The base address of the server that the store was synced with.
  package let stored: String
  /// The configured base address.
  package let configured: String

  /// Compares the server of the store with the configured one.
  ///
  /// - Parameters:
  ///   - stored: The base address of the server that the store was synced with; `nil` if there is none yet.
  ///   - configured: The configured base address.
  ///   - former: An earlier base address of the configured server.
  /// - Returns: `nil` if both are the same server, or if the store was never synced.
  package init?(stored: String?, configured: String, formerly former: String?) {
    guard let stored, stored != configured, stored != former else { return nil }
    self.stored = stored
    self.configured = configured
  }
}

extension SyncContext {
  /// Stores the configured server as the server that the store is synced with.
  ///
  /// - Parameter former: An earlier base address of the configured server.
  /// - Throws: ``OtherServer`` if the store was synced with another server. In that case the store is not changed.
  package func meet(formerly former: String?) throws {
    let known = try store.readNow { try $0.server()?.base }
    guard known != settings.base else { return }
    if let other = OtherServer(stored: known, configured: settings.base, formerly: former) { throw other }
    // A store that cannot write does not sync either. The next start tries again.
    guard store.fault == nil else { return }
    try store.keepNow { try $0.keep(server: settings.base, formerly: known) }
  }

  /// Returns the stored time when both sides were last in sync; `nil` if no time is stored.
  func syncedBefore() -> Instant? { try? store.readNow { try $0.server()?.syncedAt } }

  /// Stores the time when both sides were in sync, which is reported after a restart.
  func noteSynced(at moment: Instant) {
    // If the store cannot write this time, ``syncedBefore()`` returns an earlier time, which does no harm.
    try? store.keepNow { try $0.keep(syncedAt: moment) }
  }
}

import VisitsModel
import VisitsStore

/// The error thrown if the store was synced with another server than the configured one. Sync must not continue then,
/// because on another server the same ids name other records.
package struct OtherServer: Error, Hashable {
  /// The base address of the server that the store was synced with.
  package let stored: String
  /// The base address of the server in the configuration.
  package let configured: String

  /// Compares the server that the store was synced with and the configured server.
  ///
  /// - Parameters:
  ///   - stored: The base address of the server that the store was synced with; `nil` if the store was never synced.
  ///   - configured: The base address in the configuration.
  ///   - former: An earlier base address of the configured server.
  /// - Returns: `nil` if both are the same server, or if the store was never synced.
  package init?(stored: String?, configured: String, formerly former: String?) {
    guard let stored, stored != configured, stored != former else { return nil }
    self.stored = stored
    self.configured = configured
  }
}

extension SyncContext {
  /// Records in the store that it is synced with the configured server.
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

  /// Returns the stored time of the last complete sync: pull and push had both succeeded. `nil` if no time is stored.
  func syncedBefore() -> Instant? { try? store.readNow { try $0.server()?.syncedAt } }

  /// Stores the time of the last complete sync, so that it can be reported after a restart.
  func noteSynced(at moment: Instant) {
    // If the store cannot write this time, ``syncedBefore()`` returns an earlier time, which does no harm.
    try? store.keepNow { try $0.keep(syncedAt: moment) }
  }
}

import VisitsModel
import VisitsStore

/// What is stored is in step with another server than the one that is configured: there the same ids are other records.
package struct OtherServer: Error, Hashable {
  /// The base address of the server that it is in step with.
  package let stored: String
  /// The one that is configured.
  package let configured: String

  /// `nil`: it is the same.
  ///
  /// - Parameters:
  ///   - stored: The base address of the server that what is stored is in step with; `nil`: with none.
  ///   - configured: The one that is configured.
  ///   - former: The one that this same server had before.
  package init?(stored: String?, configured: String, formerly former: String?) {
    guard let stored, stored != configured, stored != former else { return nil }
    self.stored = stored
    self.configured = configured
  }
}

extension SyncDesk {
  /// Has all that is remembered be about the server that is configured.
  ///
  /// - Parameter former: The base address that this same server had before.
  /// - Throws: ``OtherServer``, where it is about another; nothing is changed then.
  package func meet(formerly former: String?) throws {
    let known = try store.readNow { try $0.server()?.base }
    guard known != settings.base else { return }
    if let other = OtherServer(stored: known, configured: settings.base, formerly: former) { throw other }
    // Where it cannot be written down, nothing is taken from the server or sent either; the next start tries again.
    guard store.fault == nil else { return }
    try store.keepNow { try $0.keep(server: settings.base, formerly: known) }
  }

  /// When all was in step last, as it was written down.
  func syncedBefore() -> Instant? { try? store.readNow { try $0.server()?.syncedAt } }

  /// Writes down that all was in step at a moment, to be told after a restart.
  func noteSynced(at moment: Instant) {
    // It is no harm where that fails: an earlier moment is told.
    try? store.keepNow { try $0.keep(syncedAt: moment) }
  }
}

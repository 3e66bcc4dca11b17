import VisitsAPI
import VisitsModel

extension TodayView {
  /// Changes when anything that matters changes: not with the last sync, not with the seconds that were counted when
  /// the view was composed, and not with an attempt to sync that nobody asked for.
  ///
  /// - Parameter bytes: The view's own, with an empty etag: as a rule they say just what matters.
  func fingerprint(_ bytes: [UInt8], _ sync: SyncFacts, in context: ViewContext) -> String {
    guard
      sync.attempt == .background || self.sync.lastSyncedAt != nil || self.sync.retryInSeconds != nil
        || banner?.template != nil
    else { return Self.hash(bytes) }
    var view = self
    if sync.attempt == .background {
      var idle = sync
      idle.attempt = nil
      view.sync = .compose(idle, in: context)
    }
    view.sync.lastSyncedAt = nil
    view.sync.retryInSeconds = nil
    if let template = banner?.template { view.banner?.message = template }
    return Self.hash(view.bytes)
  }

  /// FNV-1a, 64 bits: the same bytes give the same text in every process and version.
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

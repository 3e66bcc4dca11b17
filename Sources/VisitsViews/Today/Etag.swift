import VisitsAPI

extension TaggedView {
  /// Changes when anything that matters changes: not with the last sync, and not with the seconds that were counted when
  /// the view was composed.
  ///
  /// - Parameter bytes: The view's own, with an empty etag: as a rule they say just what matters.
  func fingerprint(_ bytes: [UInt8]) -> String {
    guard
      sync.lastSyncedAt != nil || sync.retryInSeconds != nil || banner?.template != nil
    else { return Etag.of(bytes) }
    var view = self
    view.sync.lastSyncedAt = nil
    view.sync.retryInSeconds = nil
    if let template = banner?.template {
      view.banner?.message = template
      view.banner?.statement = nil
    }
    return Etag.of(view.bytes)
  }
}

/// A short text that tells one view from another.
enum Etag {
  /// FNV-1a, 64 bits: the same bytes give the same text in every process and version.
  static func of(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

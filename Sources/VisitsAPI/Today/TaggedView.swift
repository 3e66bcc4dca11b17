/// One that tells how sync stands, and above its heading what is wrong.
package protocol TaggedView: EtaggedView {
  /// The sync indicator.
  var sync: SyncIndicator { get set }
  /// What stands above the heading.
  var banner: Banner? { get set }
}

/// A view with an etag, its last member, by which a caller who has it already is told so.
package protocol EtaggedView: WireObject {
  /// Changes when anything else that matters changes.
  var etag: String { get set }
}

extension EtaggedView {
  /// The bytes of this view, made of those that were written while its etag was still empty: writing costs as much as
  /// composing.
  package func bytes(fromUntagged bytes: [UInt8]) -> [UInt8] {
    let end = bytes.count - 2
    var finished: [UInt8] = []
    finished.reserveCapacity(bytes.count + etag.utf8.count)
    finished.append(contentsOf: bytes[..<end])
    finished.append(contentsOf: etag.utf8)
    finished.append(contentsOf: bytes[end...])
    return finished
  }
}

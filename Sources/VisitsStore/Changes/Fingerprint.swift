package import VisitsModel

/// A fingerprint of a request's parameters: their length and a 128-bit hash. A request is a repeat if an earlier
/// request of the same caller has the same id and the same fingerprint.
///
/// The hash is FNV-1a (draft-eastlake-fnv). It does not resist forgery and need not, because a request is compared only
/// with requests of the same caller.
struct Fingerprint: Hashable {
  let size: Int64
  let high: Int64
  let low: Int64

  /// Creates the fingerprint of the parameters and the request's id.
  init(_ bytes: some Collection<UInt8>, requestId: String) {
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    for byte in requestId.utf8 { hash = (hash ^ UInt128(byte)) &* prime }
    for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
    size = Int64(bytes.count)
    high = Int64(bitPattern: UInt64(truncatingIfNeeded: hash >> 64))
    low = Int64(bitPattern: UInt64(truncatingIfNeeded: hash))
  }

  init(size: Int64, high: Int64, low: Int64) {
    self.size = size
    self.high = high
    self.low = low
  }
}

extension ChangeRequest {
  /// Returns the digest of a text in the form of ``ChangeRequest/whole``, which is the digest of a request that arrives
  /// in several parts.
  package static func digest(of text: String) -> String {
    let print = Fingerprint(text.utf8, requestId: "")
    return "\(print.size) \(print.high) \(print.low)"
  }
}

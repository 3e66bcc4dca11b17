package import VisitsModel

/// What is kept of a request's parameters to know them again: their length and 128 bits.
///
/// FNV-1a (draft-eastlake-fnv): not made against forgers, who here could only fool themselves, since a request is
/// compared with the same caller's own.
struct Fingerprint: Hashable {
  let size: Int64
  let high: Int64
  let low: Int64

  /// Of the parameters and the request's own id.
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
  /// What stands for a text in ``ChangeRequest/whole``.
  package static func digest(of text: String) -> String {
    let print = Fingerprint(text.utf8, requestId: "")
    return "\(print.size) \(print.high) \(print.low)"
  }
}

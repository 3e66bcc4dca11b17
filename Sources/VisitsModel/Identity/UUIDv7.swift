/// Makes UUIDs of version 7 (RFC 9562, 5.7) from a moment and 74 random bits that are handed in.
///
/// Nothing is ever ordered by them; the time in front only keeps the database's pages together.
package enum UUIDv7 {
  /// `018f3b2e-7c1a-7b3d-9f00-1a2b3c4d5e6f`, lower case.
  package static func text(at instant: Instant, random: (UInt64, UInt64)) -> String {
    let time = UInt64(clamping: instant.milliseconds) & 0xFFFF_FFFF_FFFF
    let high = time << 16 | 0x7000 | (random.0 & 0x0FFF)
    let low = 0x8000_0000_0000_0000 | (random.1 >> 2)
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 36) { buffer in
      var position = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          buffer[position] = UInt8(ascii: "-")
          position += 1
        }
        let word = index < 16 ? high : low
        buffer[position] = digits[Int(word >> UInt64(60 - index % 16 * 4) & 15)]
        position += 1
      }
      return position
    }
  }
}

/// Where new ids come from; handed in, so that a test or a simulation repeats itself.
package struct IdentitySource: Sendable {
  private let random: @Sendable () -> (UInt64, UInt64)
  private let now: @Sendable () -> Instant

  /// Ids made from a clock and a source of random bits.
  package init(now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> (UInt64, UInt64)) {
    self.now = now
    self.random = random
  }

  /// A new UUIDv7.
  package func next() -> String { UUIDv7.text(at: now(), random: random()) }
}

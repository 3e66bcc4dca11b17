/// How much of somebody else's text is read before it is refused.
package struct ReadingLimits: Sendable, Hashable {
  /// The largest text, in bytes. Offsets are kept in 32 bits.
  package var bytes: Int
  /// The deepest nesting of arrays and objects.
  package var depth: Int
  /// The most values in one resource, or in a Bundle outside its resources.
  package var values: Int
  /// The longest string of an element that is read, in bytes (R4, string: 1 MB).
  package var stringBytes: Int
  /// The most resources inside another. References to them are looked up one by one.
  package var contained: Int
  /// The most entries of a Bundle.
  package var entries: Int

  /// Limits; the defaults leave room for what an agency plans in years, and stop what would fill the memory.
  package init(
    bytes: Int = 256 << 20, depth: Int = 64, values: Int = 2_000_000, stringBytes: Int = 1 << 20,
    contained: Int = 256, entries: Int = 200_000
  ) {
    self.bytes = min(bytes, Int(UInt32.max) - 1)
    self.depth = depth
    self.values = values
    self.stringBytes = stringBytes
    self.contained = contained
    self.entries = entries
  }

  /// What is read of a server's answer to one request. A page of 200 resources has some 2,000 values outside them, and
  /// no resource has more than a few thousand; values cost far more memory than the bytes that they are made of.
  package static let answer = ReadingLimits(bytes: 32 << 20, values: 200_000)
}

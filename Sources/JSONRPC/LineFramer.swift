import Glibc

/// Cuts a stream of bytes into lines that end with LF; a CR before it is no part of the line.
///
/// It holds no more than one unfinished line and what came with the last bytes.
package struct LineFramer: Sendable {
  /// A line is longer than allowed.
  package struct TooLong: Error, Sendable, Hashable {
    /// The longest line that is allowed, in bytes.
    package let limit: Int
  }

  /// The longest line, in bytes without its end.
  package let limit: Int
  private var held: [UInt8] = []
  /// Where the first line that was not taken begins.
  private var start = 0
  /// Up to where no LF was found, so that a line that comes in many pieces is searched once.
  private var searched = 0

  /// A framer for lines of at most `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// How many bytes wait, those of whole lines included.
  package var heldBytes: Int { held.count - start }

  /// Takes in what arrived.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > held.count / 2 { compact() }
    held.append(contentsOf: bytes)
  }

  /// The next whole line without its end; `nil` when none is complete.
  ///
  /// Throws as soon as a line is known to be too long, finished or not: nothing more needs to be read.
  package mutating func next() throws(TooLong) -> ArraySlice<UInt8>? {
    guard let end = endOfLine() else {
      if start == held.count { discard() }
      searched = held.count
      if held.count - start > limit + 1 { throw TooLong(limit: limit) }
      return nil
    }
    let line = withoutReturn(start..<end)
    start = end + 1
    searched = start
    if line.count > limit { throw TooLong(limit: limit) }
    return line
  }

  /// What stands behind the last LF when the stream has ended; `nil` when there is nothing.
  package mutating func last() throws(TooLong) -> ArraySlice<UInt8>? {
    guard start < held.count else { return nil }
    let line = withoutReturn(start..<held.count)
    start = held.count
    searched = start
    if line.count > limit { throw TooLong(limit: limit) }
    return line
  }

  /// Takes the first whole line that contains a text, and of which something is true, from among those that wait.
  package mutating func next(
    containing text: [UInt8], where isMeant: (ArraySlice<UInt8>) -> Bool
  ) -> ArraySlice<UInt8>? {
    var from = start
    while let found = place(of: text, from: from) {
      guard let end = held[found...].firstIndex(of: 0x0A) else { return nil }
      let begin = held[start..<found].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
      let line = withoutReturn(begin..<end)
      if line.count <= limit, isMeant(line) {
        let taken = ArraySlice(Array(line))
        held.removeSubrange(begin...end)
        searched = start
        return taken
      }
      from = end + 1
    }
    return nil
  }

  private func place(of text: [UInt8], from place: Int) -> Int? {
    held.withUnsafeBytes { bytes in
      text.withUnsafeBytes { text in
        guard let base = bytes.baseAddress, let wanted = text.baseAddress else { return nil }
        var place = place
        while place + text.count <= bytes.count,
          let first = memchr(base + place, Int32(text[0]), bytes.count - place - text.count + 1)
        {
          if memcmp(first, wanted, text.count) == 0 { return UnsafeRawPointer(first) - base }
          place = UnsafeRawPointer(first) - base + 1
        }
        return nil
      }
    }
  }

  private func endOfLine() -> Int? {
    held.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, searched < bytes.count,
        let found = memchr(base + searched, 0x0A, bytes.count - searched)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private func withoutReturn(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let line = held[range]
    return line.last == 0x0D ? line.dropLast() : line
  }

  /// Forgets what was taken; the room is kept unless a long line has made it large.
  private mutating func discard() {
    if held.capacity > 1 << 16 { held = [] } else { held.removeAll(keepingCapacity: true) }
    start = 0
    searched = 0
  }

  private mutating func compact() {
    held.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}

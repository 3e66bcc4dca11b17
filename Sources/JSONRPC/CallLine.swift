import Glibc

/// A line with one call, as its bytes: the id on one side, all the rest on the other.
///
/// Two lines that differ in their ids alone ask the same. Whoever polls asks the same again and again: such a line is
/// known again by its bytes, without being read. Only plain ids are told apart so, numbers without sign or fraction and
/// short words; a line with any other, or with none, has no `CallLine` and is read as a whole.
package struct CallLine: Sendable {
  /// What a line says beside its id.
  package struct Text: Sendable, Hashable {
    fileprivate let bytes: [UInt8]
    fileprivate let cut: Int

    /// How many bytes it takes.
    package var count: Int { bytes.count }
  }

  private var line: ArraySlice<UInt8>
  /// The id, within `line`.
  private var idRange: Range<Int>
  /// The same for lines that say the same, and seldom for others.
  package let hash: Int

  /// The longest line that is known again, in bytes.
  private static let longest = 4096

  /// The line, if it is short and a plain id is found in it. Whether that is the id of the call, and no parameter of that
  /// name, only reading the line can tell; see ``isID(at:)``.
  package init?(_ line: ArraySlice<UInt8>) {
    guard line.count <= Self.longest else { return nil }
    let found = line.withUnsafeBufferPointer { bytes -> (id: Range<Int>, hash: Int)? in
      guard let id = Self.plainID(in: bytes) else { return nil }
      var hasher = Hasher()
      hasher.combine(id.lowerBound)
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<id.lowerBound]))
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[id.upperBound...]))
      return (id, hasher.finalize())
    }
    guard let found else { return nil }
    self.line = line
    idRange = line.startIndex + found.id.lowerBound..<line.startIndex + found.id.upperBound
    hash = found.hash
  }

  /// The same in memory of its own: what is kept for long must not keep all else that was read with it.
  package var copy: CallLine {
    var copy = self
    copy.line = ArraySlice(Array(line))
    copy.idRange = idRange.lowerBound - line.startIndex..<idRange.upperBound - line.startIndex
    return copy
  }

  /// The id that was found.
  package var id: RPCID { RPCID(text: String(decoding: line[idRange], as: UTF8.self)) }

  /// What stands beside the id, to be kept.
  package var text: Text {
    Text(
      bytes: Array(line[..<idRange.lowerBound]) + line[idRange.upperBound...], cut: idRange.lowerBound - line.startIndex
    )
  }

  /// Whether the reader found the call's id at the same place, counted from the first byte of the line.
  func isID(at range: Range<Int>?) -> Bool {
    range == idRange.lowerBound - line.startIndex..<idRange.upperBound - line.startIndex
  }

  /// Whether this line says that.
  package func says(_ text: Text) -> Bool {
    guard text.cut == idRange.lowerBound - line.startIndex, text.bytes.count == line.count - idRange.count else {
      return false
    }
    let behind = idRange.upperBound - line.startIndex
    return line.withUnsafeBytes { bytes in
      text.bytes.withUnsafeBytes { kept in
        guard let bytes = bytes.baseAddress, let kept = kept.baseAddress else { return false }
        return memcmp(bytes, kept, text.cut) == 0
          && memcmp(bytes + behind, kept + text.cut, text.bytes.count - text.cut) == 0
      }
    }
  }

  /// Where the first plain id stands: behind `"id":` and spaces, 1 to 18 digits, or 1 to 64 letters, digits, `-` and `_`
  /// in quotes.
  private static func plainID(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard var start = endOfName(in: bytes) else { return nil }
    while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
    guard start < bytes.count else { return nil }
    var end = start
    if bytes[start] == UInt8(ascii: "\"") {
      end += 1
      while end < bytes.count, isPlain(bytes[end]) { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), (2...65).contains(end - start) else { return nil }
      end += 1
    } else {
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      // A number that begins with 0 is the number 0 or none at all (RFC 8259, 6).
      guard (1...18).contains(end - start), end - start == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    }
    // What follows belongs to the id if it is neither the next member nor the end: `1.5`, `1e3`.
    guard end < bytes.count, bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "}") else { return nil }
    return start..<end
  }

  /// The place behind the first `"id":`.
  private static func endOfName(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 4
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":"):
        if bytes[index - 1] == UInt8(ascii: "\""), bytes[index - 2] == UInt8(ascii: "d"),
          bytes[index - 3] == UInt8(ascii: "i"), bytes[index - 4] == UInt8(ascii: "\"")
        {
          return index + 1
        }
        index += 1
      default: index += 1
      }
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}

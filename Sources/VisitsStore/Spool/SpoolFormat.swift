import Glibc
import VisitsModel

/// The bytes of the spool: records, one behind the other, then zeros.
///
/// A record is `VSP1`, the length of its body (4 bytes), two words of a checksum of the body (8 bytes each); the body is
/// the instant in milliseconds (8 bytes), the length of the request's id (1 byte), the id, the content. Numbers are big
/// endian. What is not whole was never acknowledged, or is damaged; the records behind it count all the same.
enum SpoolFormat {
  /// The longest content.
  static let contentLimit = 16_384
  private static let magic = Array("VSP1".utf8)
  private static let headSize = 4 + 4 + 16

  /// The record, and the zeros behind it that keep what was torn at this place before from being read as the next one;
  /// `nil` when it is longer than a record may be.
  static func bytes(_ record: SpoolRecord) -> (record: [UInt8], end: [UInt8])? {
    let id = Array(record.requestId.utf8)
    guard record.content.count <= contentLimit, id.count <= 255 else { return nil }
    let body = word(UInt64(bitPattern: record.at.milliseconds), 8) + [UInt8(id.count)] + id + record.content
    return (magic + word(UInt64(body.count), 4) + checksum(body) + body, [0, 0, 0, 0])
  }

  /// The records, where the next one goes, and whether there is nothing but them.
  static func read(_ bytes: [UInt8]) -> (records: [SpoolRecord], end: Int, isWhole: Bool) {
    var (records, end, isWhole): ([SpoolRecord], Int, Bool) = ([], 0, true)
    var place = 0
    while bytes.count - place >= headSize {
      guard let (record, next) = record(in: bytes, at: place) else {
        // The next record, if there is one, begins no earlier than at the next byte that is no zero.
        guard let start = firstNonzero(in: bytes, from: place + 1) else { break }
        place = start
        continue
      }
      if place > end { isWhole = false }
      records.append(record)
      end = next
      place = next
    }
    return (records, end, isWhole && firstNonzero(in: bytes, from: end) == nil)
  }

  /// The index of the first byte at or after a place that is not zero; `nil` if all are zero, as in nearly every spool.
  private static func firstNonzero(in bytes: [UInt8], from place: Int) -> Int? {
    let rest = bytes[place...]
    // memcmp of the bytes with themselves, shifted by one: equal means that every byte equals the first, which is zero.
    let areZeros = rest.withUnsafeBytes { rest in
      guard let start = rest.baseAddress, rest.first == 0 else { return rest.isEmpty }
      return memcmp(start, start + 1, rest.count - 1) == 0
    }
    return areZeros ? nil : rest.firstIndex { $0 != 0 }
  }

  /// The record that begins at a place, and where it ends.
  private static func record(in bytes: [UInt8], at start: Int) -> (SpoolRecord, end: Int)? {
    guard bytes[start..<start + 4].elementsEqual(magic) else { return nil }
    let count = Int(number(bytes[start + 4..<start + 8]))
    let body = start + headSize
    guard count >= 9, count <= contentLimit + 9 + 255, count <= bytes.count - body else { return nil }
    return record(Array(bytes[body..<body + count]), checksum: bytes[start + 8..<body]).map { ($0, body + count) }
  }

  private static func record(_ body: [UInt8], checksum expected: ArraySlice<UInt8>) -> SpoolRecord? {
    let content = 9 + Int(body[8])
    guard checksum(body).elementsEqual(expected), content <= body.count else { return nil }
    return SpoolRecord(
      requestId: String(decoding: body[9..<content], as: UTF8.self),
      at: Instant(nearest: Int64(bitPattern: number(body[..<8]))), content: Array(body[content...]))
  }

  private static func checksum(_ body: [UInt8]) -> [UInt8] {
    let sum = Fingerprint(body, requestId: "")
    return word(UInt64(bitPattern: sum.high), 8) + word(UInt64(bitPattern: sum.low), 8)
  }

  private static func word(_ number: UInt64, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

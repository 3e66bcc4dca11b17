import VisitsModel

/// The bytes of the spool: records, one behind the other, then zeros.
///
/// A record is `VSP1`, the length of its body (4 bytes), two words of a checksum of the body (8 bytes each); the body is
/// the instant in milliseconds (8 bytes), the length of the request's id (1 byte), the id, the content. Numbers are big
/// endian. Whatever is not whole ends the list: it was never acknowledged.
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

  /// The records, and where the next one goes.
  static func read(_ bytes: [UInt8]) -> (records: [SpoolRecord], end: Int) {
    var (records, end): ([SpoolRecord], Int) = ([], 0)
    while bytes.count - end >= headSize, bytes[end..<end + 4].elementsEqual(magic) {
      let count = Int(number(bytes[end + 4..<end + 8]))
      let body = end + headSize
      guard count >= 9, count <= contentLimit + 9 + 255, count <= bytes.count - body,
        let record = record(Array(bytes[body..<body + count]), checksum: bytes[end + 8..<body])
      else { break }
      records.append(record)
      end = body + count
    }
    return (records, end)
  }

  private static func record(_ body: [UInt8], checksum expected: ArraySlice<UInt8>) -> SpoolRecord? {
    let content = 9 + Int(body[8])
    guard checksum(body).elementsEqual(expected), content <= body.count else { return nil }
    return SpoolRecord(
      requestId: String(decoding: body[9..<content], as: UTF8.self),
      at: Instant(milliseconds: Int64(bitPattern: number(body[..<8]))), content: Array(body[content...]))
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

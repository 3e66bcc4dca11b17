/// Writes compact JSON as bytes, with no value in between: what is polled is composed once and sent as it is.
///
/// The caller keeps the order of calls right (a key before each value of an object); commas are put by the writer.
package struct JSONWriter: Sendable {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// A writer with room for `capacity` bytes.
  package init(reservingCapacity capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  /// Opens an object.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the innermost object.
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the innermost array.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The name of the next member.
  package mutating func key(_ name: String) {
    comma()
    quoted(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// `null`.
  package mutating func null() { raw("null".utf8) }

  /// `true` or `false`.
  package mutating func bool(_ value: Bool) { raw((value ? "true" : "false").utf8) }

  /// A whole number.
  package mutating func integer(_ value: Int64) { raw(String(value).utf8) }

  /// A number; JSON knows no infinity and no NaN (RFC 8259, 6), they become `null`.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    if value == value.rounded(), abs(value) < 1e15 { return integer(Int64(value)) }
    raw(value.description.utf8)
  }

  /// A string, escaped.
  package mutating func string(_ value: String) {
    comma()
    quoted(value)
    needsComma = true
  }

  /// Bytes that are one finished JSON value already.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    comma()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Any value.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      // Nearly every text needs no escape at all: what lies between two escapes is copied at once.
      var plain = utf8.startIndex
      for index in utf8.indices {
        let byte = utf8[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F else { continue }
        bytes.append(contentsOf: utf8[plain..<index])
        escape(byte)
        plain = index + 1
      }
      bytes.append(contentsOf: utf8[plain...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}

extension JSONValue {
  /// This value as compact JSON text in UTF-8.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// The same bytes for any order of members: names sorted by their UTF-8, at every level.
  package var canonicalBytes: [UInt8] { sorted.bytes }

  private var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let object):
      .object(
        JSONObject(
          uniqueMembers: object.members
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { .init(name: $0.name, value: $0.value.sorted) }))
    default: self
    }
  }
}

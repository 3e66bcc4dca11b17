/// Writes compact JSON as bytes, with no value in between: what is polled is composed once and sent as it is.
///
/// The caller keeps the order of calls right (a key before each value of an object); commas are put by the writer.
package struct JSONWriter: Sendable {
  /// What has been written so far.
  package var bytes: [UInt8] { written }
  @usableFromInline var written: [UInt8] = []
  @usableFromInline var needsComma = false
  private let escapes: JSONEscapes

  /// A writer with room for `capacity` bytes. What it escapes beyond need is by default what the wire does.
  package init(reservingCapacity capacity: Int = 256, escaping escapes: JSONEscapes = .delete) {
    self.escapes = escapes
    written.reserveCapacity(capacity)
  }

  /// A string as JSON, in quotation marks, with no more escapes than it needs.
  package static func quoted(_ text: String) -> String {
    var writer = JSONWriter(reservingCapacity: text.utf8.count + 2, escaping: [])
    writer.string(text)
    return writer.text
  }

  /// What has been written so far, as a string.
  package var text: String { String(decoding: written, as: UTF8.self) }

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
    string(name)
    colon()
  }

  /// The name of the next member, which needs no escapes.
  package mutating func key(plain name: StaticString) {
    comma()
    written.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { written.append(contentsOf: $0) }
    written.append(UInt8(ascii: "\""))
    colon()
  }

  /// The name of the next member as it is written, quotation marks and escapes included.
  @inlinable
  package mutating func key(written name: String) {
    raw(name.utf8)
    colon()
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
    decimal(value)
  }

  /// A finite number that has a point or an exponent even if it is whole: `53.0`.
  package mutating func decimal(_ value: Double) { raw(value.description.utf8) }

  /// A string, escaped.
  package mutating func string(_ value: String) {
    comma()
    written.append(quoted: value, escapes)
    needsComma = true
  }

  /// Bytes that are one finished JSON value already.
  @inlinable
  package mutating func raw(_ json: some Sequence<UInt8>) {
    comma()
    written.append(contentsOf: json)
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

  @inlinable @inline(__always)
  mutating func comma() {
    if needsComma { written.append(UInt8(ascii: ",")) }
  }

  @inlinable @inline(__always)
  mutating func colon() {
    written.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    written.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    written.append(bracket)
    needsComma = true
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

/// Why a text is not JSON as RFC 8259 and this room want it, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable {
  /// What is wrong.
  package enum Kind: Sendable, Hashable {
    /// There is nothing but white space.
    case empty
    /// The text ends where something is still expected.
    case unexpectedEnd(expected: Expectation)
    /// A byte stands where something else is expected.
    case unexpectedByte(UInt8, expected: Expectation)
    /// A comma stands before a closing bracket.
    case trailingComma
    /// The text goes on after its value.
    case trailingText
    /// The text begins with a byte order mark (RFC 8259, 8.1).
    case byteOrderMark
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// A control character stands in a string without being escaped.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that JSON does not know.
    case invalidEscape
    /// Half of a UTF-16 surrogate pair is escaped without the other.
    case loneSurrogate
    /// An object has the name twice.
    case duplicateName(String)
    /// A number is not written as JSON wants it: a leading zero, a point without digits, a plus sign.
    case malformedNumber
    /// A number does not fit: a whole one outside 64 bits, another too large for a `Double`. Holds its text.
    case numberOutOfRange(String)
    /// Arrays and objects are nested deeper than allowed.
    case tooDeep(limit: Int)
    /// The text has more values than allowed.
    case tooManyValues(limit: Int)
    /// An array has more elements than allowed where it stands.
    case tooMany(limit: Int)
    /// A value is written with more bytes than allowed where it stands.
    case tooLong(limit: Int)
  }

  /// What may stand at a place.
  package enum Expectation: Sendable, Hashable {
    case value
    case object
    case string
    /// The name of a member, or the end of its object.
    case name
    case colon
    case commaOrBrace
    case commaOrBracket
    case closingQuote
    /// `true`, `false` or `null`.
    case word(String)
  }

  /// What is wrong.
  package let kind: Kind
  /// The first byte that is wrong, counted from 0.
  package let offset: Int

  /// An error of that kind at that byte.
  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// A sentence for a person, with the place.
  package var description: String {
    switch kind {
    case .empty: "The text is empty; a JSON value was expected."
    case .unexpectedEnd(let expected): "The text ends at byte \(offset) where \(expected) was expected."
    case .unexpectedByte(let byte, let expected):
      "Unexpected \(Self.name(of: byte)) at byte \(offset) where \(expected) was expected."
    case .trailingComma: "The comma before byte \(offset) is followed by no value; take it away."
    case .trailingText: "The JSON value ends before byte \(offset), but the text goes on; send one value a line."
    case .byteOrderMark: "The text begins with a byte order mark; send plain UTF-8 without one."
    case .invalidUTF8: "The bytes at byte \(offset) are not UTF-8; encode the text as UTF-8."
    case .controlCharacter(let byte):
      "The string has an unescaped control character (\(Self.name(of: byte))) at byte \(offset); write it as \\u00XX."
    case .invalidEscape:
      "The escape at byte \(offset) is unknown; after a backslash JSON allows \" \\ / b f n r t and uXXXX."
    case .loneSurrogate: "The escape at byte \(offset) is half of a surrogate pair; write both halves."
    case .duplicateName(let name): "The name \"\(Self.excerpt(name))\" at byte \(offset) stands twice in its object."
    case .malformedNumber:
      "The number at byte \(offset) is not written as JSON wants it: no leading zero, digits before and after a point."
    case .numberOutOfRange(let text):
      "The number \(Self.excerpt(text)) at byte \(offset) is out of range; "
        + "whole numbers go from \(Int64.min) to \(Int64.max), others up to 1.8e308."
    case .tooDeep(let limit): "Arrays and objects are nested deeper than \(limit) levels at byte \(offset)."
    case .tooManyValues(let limit): "There are more than \(limit) values; the first too many is at byte \(offset)."
    case .tooMany(let limit): "The array has more than \(limit) elements; the first too many is at byte \(offset)."
    case .tooLong(let limit): "The value at byte \(offset) is longer than \(limit) bytes."
    }
  }

  /// The beginning of a text that may be a megabyte long.
  private static func excerpt(_ text: String) -> String {
    text.utf8.count <= 64 ? text : text.prefix(40) + "…"
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "\"\(Character(UnicodeScalar(byte)))\""
    case 0x20: "space"
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension JSONSyntaxError.Expectation: CustomStringConvertible {
  /// What a person would call it.
  package var description: String {
    switch self {
    case .value: "a value"
    case .object: "an object"
    case .string: "a string"
    case .name: #"a name in quotes or "}""#
    case .colon: #"":""#
    case .commaOrBrace: #""," or "}""#
    case .commaOrBracket: #""," or "]""#
    case .closingQuote: "the closing quote"
    case .word(let word): "\"\(word)\""
    }
  }
}

/// A number that did not fit; an object, since it is next to never there.
final class Misfit {
  /// What is wrong with it.
  let error: JSONSyntaxError
  /// The member in which it stood.
  var name: String?

  init(_ error: JSONSyntaxError) {
    self.error = error
  }
}

/// Reads and validates JSON in one pass over its bytes.
///
/// It is stricter than most: invalid UTF-8, names that stand twice, trailing commas, lone surrogates and numbers out of
/// range are refused, since two readers that understand one text differently are how a check is passed by.
package struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The byte that is read next.
  var position = 0
  private let depthLimit: Int
  private var depth = 0
  private let valueLimit: Int
  private var values = 0
  /// The first number that did not fit, when such numbers are noted instead of thrown.
  private(set) var misfit: Misfit?
  private let notesMisfits: Bool

  /// A scanner at the first byte.
  ///
  /// - Parameters:
  ///   - depth: how deep arrays and objects may be nested.
  ///   - values: how many values there may be: each costs far more time than a byte of a text.
  ///   - notesMisfits: a number out of range is written down in `misfit` and read as `null`, so that the rest can be
  ///     read (a request's id may stand behind it). Otherwise it is an error at once.
  init(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int, values: Int = .max, notesMisfits: Bool = false) {
    self.bytes = bytes
    self.depthLimit = depth
    self.valueLimit = values
    self.notesMisfits = notesMisfits
  }

  /// The value of a whole text.
  package static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, depth: Int = 32
  ) throws(JSONSyntaxError) -> JSONValue {
    var scanner = JSONScanner(bytes, depth: depth)
    try scanner.begin()
    let value = try scanner.value()
    try scanner.end()
    return value
  }

  /// The value of a whole text.
  package static func parse(
    _ bytes: some Collection<UInt8>, depth: Int = 32
  ) throws(JSONSyntaxError) -> JSONValue {
    let parse: (UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONSyntaxError> = { bytes in
      Result { () throws(JSONSyntaxError) in try Self.parse(bytes, depth: depth) }
    }
    return try (bytes.withContiguousStorageIfAvailable(parse) ?? Array(bytes).withUnsafeBufferPointer(parse)).get()
  }

  /// Goes to the first byte of the value.
  mutating func begin() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONSyntaxError(.byteOrderMark, at: 0) }
    skipSpace()
    if position == bytes.count { throw JSONSyntaxError(.empty, at: 0) }
  }

  /// Refuses anything behind the value.
  mutating func end() throws(JSONSyntaxError) {
    skipSpace()
    if position < bytes.count { throw JSONSyntaxError(.trailingText, at: position) }
  }

  /// The value at the current position, which is no white space.
  mutating func value() throws(JSONSyntaxError) -> JSONValue {
    guard values < valueLimit else { throw JSONSyntaxError(.tooManyValues(limit: valueLimit), at: position) }
    values += 1
    switch peek {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "t"):
      try literal("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw unexpected("a value")
    }
  }

  /// The current byte; 0, which is never right, behind the end.
  @inline(__always)
  var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Passes over white space (RFC 8259, 2). Most often there is none: that is found out in place.
  @inline(__always)
  mutating func skipSpace() {
    if peek <= 0x20 { skipSomeSpace() }
  }

  private mutating func skipSomeSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Passes over these very bytes, if they come next.
  @inline(__always)
  mutating func pass(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  /// Passes over one byte, which must be this.
  @inline(__always)
  mutating func expect(_ byte: UInt8, _ name: String) throws(JSONSyntaxError) {
    guard peek == byte else { throw unexpected(name) }
    position += 1
  }

  /// The error that the current byte is.
  func unexpected(_ expected: String) -> JSONSyntaxError {
    position < bytes.count
      ? JSONSyntaxError(.unexpectedByte(bytes[position], expected: expected), at: position)
      : JSONSyntaxError(.unexpectedEnd(expected: expected), at: position)
  }

  /// Steps into an array or object.
  mutating func enter() throws(JSONSyntaxError) {
    guard depth < depthLimit else { throw JSONSyntaxError(.tooDeep(limit: depthLimit), at: position) }
    depth += 1
    position += 1
  }

  /// Steps out of an array or object.
  mutating func leave() {
    depth -= 1
    position += 1
  }

  /// A number that does not fit: noted or thrown.
  mutating func refuse(misfit error: JSONSyntaxError) throws(JSONSyntaxError) {
    guard notesMisfits else { throw error }
    if misfit == nil { misfit = Misfit(error) }
  }

  /// Forgets a number that did not fit, once it is dealt with.
  mutating func forgetMisfit() {
    misfit = nil
  }

  private mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    if pass(word) { return }
    for index in 0..<word.utf8CodeUnitCount {
      guard peek == word.utf8Start[index] else { throw unexpected("\"\(word)\"") }
      position += 1
    }
  }
}

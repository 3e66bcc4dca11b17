/// A number that did not fit; an object, since it is next to never there.
package final class Misfit {
  /// What is wrong with it.
  package let error: JSONSyntaxError
  /// The member in which it stood.
  package fileprivate(set) var name: String?

  fileprivate init(_ error: JSONSyntaxError) {
    self.error = error
  }
}

/// Reads and validates JSON in one pass over its bytes.
///
/// It is stricter than most: invalid UTF-8, names that stand twice, trailing commas, lone surrogates and numbers out of
/// range are refused, since two readers that understand one text differently are how a check is passed by.
///
/// The small steps are inlinable: every other room's reader is built of them, and takes them for each byte.
package struct JSONScanner {
  /// The text.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The byte that is read next. Behind an error it is the byte at which the scanner stopped.
  package var position = 0
  @usableFromInline let depthLimit: Int
  @usableFromInline var depth = 0
  private let valueLimit: Int
  private var values = 0
  private let notesMisfits: Bool
  let allowsLoneSurrogates: Bool
  /// The first number that did not fit, when such numbers are noted instead of thrown.
  package private(set) var misfit: Misfit?

  /// A scanner at the first byte.
  ///
  /// - Parameters:
  ///   - depth: how deep arrays and objects may be nested.
  ///   - values: how many values there may be: each costs far more time than a byte of a text.
  ///   - notesMisfits: a number out of range is written down in `misfit` and read as `null`, so that the rest can be
  ///     read (a request's id may stand behind it). Otherwise it is an error at once.
  ///   - allowsLoneSurrogates: half of a surrogate pair is read as U+FFFD, as every browser does. Otherwise it is an
  ///     error.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, depth: Int, values: Int = .max, notesMisfits: Bool = false,
    allowsLoneSurrogates: Bool = false
  ) {
    self.bytes = bytes
    self.depthLimit = depth
    self.valueLimit = values
    self.notesMisfits = notesMisfits
    self.allowsLoneSurrogates = allowsLoneSurrogates
  }

  /// Goes to the first byte of the value.
  package mutating func begin() throws(JSONSyntaxError) {
    if hasByteOrderMark { throw JSONSyntaxError(.byteOrderMark, at: 0) }
    skipSpace()
    if position == bytes.count { throw JSONSyntaxError(.empty, at: 0) }
  }

  /// Whether the text begins with a byte order mark (RFC 8259, 8.1).
  package var hasByteOrderMark: Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  /// Refuses anything behind the value.
  package mutating func end() throws(JSONSyntaxError) {
    skipSpace()
    if position < bytes.count { throw JSONSyntaxError(.trailingText, at: position) }
  }

  /// The current byte; 0, which is never right, behind the end.
  @inlinable @inline(__always)
  package var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Passes over white space (RFC 8259, 2). Most often there is none: that is found out in place.
  @inlinable @inline(__always)
  package mutating func skipSpace() {
    if peek <= 0x20 { skipSomeSpace() }
  }

  @usableFromInline
  mutating func skipSomeSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Passes over these very bytes, if they come next.
  @inlinable @inline(__always)
  package mutating func pass(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  /// Passes over `true`, `false` or `null`.
  package mutating func passLiteral(_ word: StaticString) throws(JSONSyntaxError) {
    if pass(word) { return }
    for index in 0..<word.utf8CodeUnitCount {
      guard peek == word.utf8Start[index] else { throw unexpected(.word("\(word)")) }
      position += 1
    }
  }

  /// Passes over one byte, which must be this.
  @inlinable @inline(__always)
  package mutating func expect(_ byte: UInt8, _ name: JSONSyntaxError.Expectation) throws(JSONSyntaxError) {
    guard peek == byte else { throw unexpected(name) }
    position += 1
  }

  /// The error that the current byte is.
  package func unexpected(_ expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
    position < bytes.count
      ? JSONSyntaxError(.unexpectedByte(bytes[position], expected: expected), at: position)
      : JSONSyntaxError(.unexpectedEnd(expected: expected), at: position)
  }

  /// The bytes as a string; they are known to be UTF-8.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Counts a value.
  mutating func countValue() throws(JSONSyntaxError) {
    guard values < valueLimit else { throw JSONSyntaxError(.tooManyValues(limit: valueLimit), at: position) }
    values += 1
  }

  /// A number that does not fit: noted or thrown.
  mutating func refuse(misfit error: JSONSyntaxError) throws(JSONSyntaxError) {
    guard notesMisfits else { throw error }
    if misfit == nil { misfit = Misfit(error) }
  }

  /// Tells the name of the member in which the number stands that did not fit.
  @inline(__always)
  func nameMisfit(_ name: String) {
    if let misfit, misfit.name == nil { misfit.name = name }
  }

  /// Forgets a number that did not fit, once it is dealt with.
  package mutating func forgetMisfit() {
    misfit = nil
  }
}

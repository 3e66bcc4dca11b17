import FHIR

/// Foreign text, made fit for one line of a screen or a terminal.
enum PlainText {
  /// The text with white space and control characters as single spaces; `nil` when nothing is left.
  ///
  /// Throws when it is longer than `limit` characters: cutting a name or an address would make it another.
  static func line(_ text: String?, limit: Int = 300, at path: String) throws(ReadingFault) -> String? {
    guard let text else { return nil }
    if isPlain(text), text.utf8.count <= limit { return text }
    var line = String.UnicodeScalarView()
    var count = 0
    var needsSpace = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || !scalar.isHarmless {
        needsSpace = !line.isEmpty
        continue
      }
      if needsSpace { line.append(" ") }
      needsSpace = false
      line.append(scalar)
      count += 1
      guard count <= limit else { throw ReadingFault(path: path, reason: .tooLong(limit: limit)) }
    }
    return line.isEmpty ? nil : String(line)
  }

  /// The text with its line breaks, otherwise like ``line(_:limit:at:)``.
  static func paragraphs(_ text: String?, limit: Int = 4000, at path: String) throws(ReadingFault) -> String? {
    guard let text else { return nil }
    if isPlain(text), text.utf8.count <= limit { return text }
    var lines: [String] = []
    var count = 0
    for part in text.split(whereSeparator: \.isNewline) {
      guard let line = try line(String(part), limit: limit, at: path) else { continue }
      lines.append(line)
      count += line.unicodeScalars.count
      guard count <= limit else { throw ReadingFault(path: path, reason: .tooLong(limit: limit)) }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The text with its line breaks, at most so long: of words that only explain, the first are better than none.
  static func shortened(_ text: String?, limit: Int) -> String? {
    guard let text = try? paragraphs(text, limit: .max, at: "") else { return nil }
    guard text.unicodeScalars.count > limit else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))) + "…"
  }

  /// Whether a text needs no change: ASCII with single spaces between its words. Nearly every text is such, and a check of
  /// each scalar takes many times as long.
  private static func isPlain(_ text: String) -> Bool {
    var before = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: " ") || before != byte else { return false }
      before = byte
    }
    return before != UInt8(ascii: " ")
  }
}

extension PlainText {
  /// An address in one line: its lines are its parts, as they are in a letter. Otherwise like ``line(_:limit:at:)``.
  static func address(_ text: String?, limit: Int, at path: String) throws(ReadingFault) -> String? {
    let lines = try paragraphs(text, limit: limit, at: path)?.split(separator: "\n")
    return lines?.map { $0.last == "," ? $0.dropLast() : $0 }.joined(separator: ", ")
  }
}

/// The form in which words come back that went out in a table or a calendar.
package enum ReturnedWords {
  /// Of words in one line.
  package static func line(_ words: String?) -> String { (try? PlainText.line(words, limit: .max, at: "")) ?? "" }

  /// Of an address.
  package static func address(_ words: String?) -> String {
    (try? PlainText.address(words, limit: .max, at: "")) ?? ""
  }

  /// Of words that have lines.
  package static func paragraphs(_ words: String?) -> String {
    (try? PlainText.paragraphs(words, limit: .max, at: "")) ?? ""
  }
}

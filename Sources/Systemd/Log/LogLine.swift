/// An entry as one line for a person: `2026-11-21T08:00:00.123Z info  message  VISITS_METHOD=today`.
struct LogLine {
  /// The longest line with its end, in bytes: a pipe takes this much at once or not at all (PIPE_BUF, pipe(7)), so
  /// lines of several processes never mix.
  static let maximum = 4096

  /// The line's bytes, LF included.
  let bytes: [UInt8]

  /// The line of `entry`.
  ///
  /// - Parameters:
  ///   - milliseconds: when, since 1970 in UTC.
  ///   - colour: whether the reader is a terminal that wants colours.
  init(_ entry: LogEntry, at milliseconds: Int64, colour: Bool) {
    let word = entry.priority.word + String(repeating: " ", count: max(0, 5 - entry.priority.word.utf8.count))
    var line = Self.painted(timestamp(milliseconds), "2", colour) + " "
    line += Self.painted(word, Self.colour(of: entry.priority), colour) + " " + entry.message.visible
    var fields = ""
    for field in entry.fields where !field.isTold {
      fields += "  \(field.name.text)=\(Self.quotedIfNeeded(field.value))"
    }
    if !fields.isEmpty { line += Self.painted(fields, "2", colour) }
    bytes = Array(line.cut(toBytes: Self.maximum - 1).utf8) + [UInt8(ascii: "\n")]
  }

  private static func colour(of priority: Priority) -> String? {
    switch priority {
    case .alert, .critical, .error: "31"
    case .warning: "33"
    case .notice: "1"
    case .info: nil
    case .debug: "2"
    }
  }

  private static func painted(_ text: String, _ code: String?, _ colour: Bool) -> String {
    guard colour, let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static func quotedIfNeeded(_ value: String) -> String {
    let escaped = value.visible
    guard value.isEmpty || value.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return escaped }
    return "\"" + escaped.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}

extension String {
  /// This text, cut at the end of a character with `…` behind it if it is longer than `limit` bytes.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let mark = "…"
    var end = utf8.index(startIndex, offsetBy: max(0, limit - mark.utf8.count))
    while end > startIndex, !utf8[end].isFirstOfScalar { end = utf8.index(before: end) }
    return self[..<end] + mark
  }
}

extension UInt8 {
  /// Whether a scalar's UTF-8 begins with this byte.
  fileprivate var isFirstOfScalar: Bool { self & 0b1100_0000 != 0b1000_0000 }
}

/// Takes an iCalendar text apart into its lines: with CRLF, LF, CR CR LF or CR, with a byte order mark, folded anywhere.
///
/// Lines are unfolded as octets, before they are read as UTF-8: some programs fold inside a character.
struct ContentLineReader {
  /// A line of the text.
  enum Line {
    case line(ContentLine)
    /// One that has no name, or whose parameters break off; with its number.
    case malformed(Int)
  }

  private let bytes: [UInt8]
  private let longest: Int
  /// Old programs end lines with CR alone. In a text that has LF too it ends none.
  private let endsWithReturn: Bool
  private var position = 0
  private var number = 0

  /// A reader.
  ///
  /// - Parameter longest: How many octets of a line are kept; a picture may be in it, which nobody reads.
  init(_ bytes: [UInt8], longest: Int) {
    self.bytes = bytes
    self.longest = longest
    endsWithReturn = !bytes.contains(0x0A)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next line that is not empty; `nil` at the end.
  mutating func next() -> Line? {
    while position < bytes.count {
      let first = number + 1
      let (line, isCutOff) = unfold()
      guard line.contains(where: { !$0.isBlank }) else { continue }
      guard var parsed = Self.parse(line) else { return .malformed(first) }
      parsed.number = first
      parsed.isCutOff = isCutOff
      return .line(parsed)
    }
    return nil
  }

  private mutating func unfold() -> (line: [UInt8], isCutOff: Bool) {
    var line: [UInt8] = []
    var isCutOff = false
    repeat {
      let start = position
      let mark: UInt8 = endsWithReturn ? 0x0D : 0x0A
      while position < bytes.count, bytes[position] != mark { position += 1 }
      var end = position
      if position < bytes.count { position += 1 }
      number += 1
      // Programs that translate line breaks twice write CR CR LF.
      while end > start, bytes[end - 1] == 0x0D { end -= 1 }
      let room = longest - line.count
      isCutOff = isCutOff || end - start > room
      line += bytes[start..<min(end, start + room)]
      guard position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 else { break }
      position += 1
    } while true
    return (line, isCutOff)
  }

  private static func parse(_ line: [UInt8]) -> ContentLine? {
    // Where a text is indented, and where blanks end a line, they say nothing.
    guard let first = line.firstIndex(where: { !$0.isBlank }), let last = line.lastIndex(where: { !$0.isBlank }) else {
      return nil
    }
    let line = line[first...last]
    var index = line.startIndex
    func name() -> String? {
      let start = index
      while index < line.endIndex, line[index].isOfName { index += 1 }
      guard index > start else { return nil }
      return String(decoding: line[start..<index], as: UTF8.self).uppercased()
    }
    guard let property = name() else { return nil }
    var parameters: [ContentLine.Parameter] = []
    while index < line.endIndex, line[index] == UInt8(ascii: ";") {
      index += 1
      guard let parameter = name(), index < line.endIndex, line[index] == UInt8(ascii: "=") else { return nil }
      var values: [String] = []
      repeat {
        index += 1
        let isQuoted = index < line.endIndex && line[index] == UInt8(ascii: "\"")
        if isQuoted { index += 1 }
        let start = index
        while index < line.endIndex, isQuoted ? line[index] != UInt8(ascii: "\"") : !line[index].endsParameter {
          index += 1
        }
        values.append(meant(String(decoding: line[start..<index], as: UTF8.self)))
        if isQuoted {
          guard index < line.endIndex else { return nil }
          index += 1
        }
      } while index < line.endIndex && line[index] == UInt8(ascii: ",")
      parameters.append(.init(name: parameter, values: values))
    }
    guard index < line.endIndex, line[index] == UInt8(ascii: ":") else { return nil }
    return ContentLine(property, parameters, value: String(decoding: line[(index + 1)...], as: UTF8.self))
  }

  /// A parameter's value with RFC 6868's signs undone.
  private static func meant(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "^")) else { return value }
    var text = String.UnicodeScalarView()
    var isSign = false
    for scalar in value.unicodeScalars {
      guard isSign else {
        if scalar == "^" { isSign = true } else { text.append(scalar) }
        continue
      }
      isSign = false
      switch scalar {
      case "n": text.append("\n")
      case "^": text.append("^")
      case "'": text.append("\"")
      default:
        text.append("^")
        text.append(scalar)
      }
    }
    if isSign { text.append("^") }
    return String(text)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  fileprivate var endsParameter: Bool {
    self == UInt8(ascii: ";") || self == UInt8(ascii: ":") || self == UInt8(ascii: ",")
  }
}

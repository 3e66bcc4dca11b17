/// A text in UTF-16, which Windows programs call "Unicode" and begin with a byte order mark (RFC 2781, 3.2).
enum UTF16Text {
  /// Whether the bytes begin with such a mark. That of UTF-32, little endian, begins like the one of UTF-16 and has two
  /// zero bytes behind it, which no text has.
  static func isMarked(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, !bytes.starts(with: [0xFF, 0xFE, 0, 0]) else { return false }
    return bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// The text behind the mark; `nil` where the bytes end inside a character, or hold half of one.
  static func decoded(_ bytes: [UInt8]) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let isBigEndian = bytes[0] == 0xFE
    let units = (1..<bytes.count / 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  /// The name that iconv has for a text in UTF-16 without a mark: in one that Latin letters are written in, every other
  /// byte is zero. `nil` for every other text.
  static func unmarkedName(of bytes: [UInt8]) -> String? {
    let opening = bytes.prefix(4096)
    guard opening.count >= 4 else { return nil }
    var zeros = [0, 0]
    for (position, byte) in opening.enumerated() where byte == 0 { zeros[position & 1] += 1 }
    // Half of a quarter: where few letters are Latin, the separators and digits of a table still are.
    let many = opening.count / 8
    if zeros[1] > many, zeros[0] * 8 < zeros[1] { return "UTF-16LE" }
    if zeros[0] > many, zeros[1] * 8 < zeros[0] { return "UTF-16BE" }
    return nil
  }
}

/// What a writer escapes beyond what RFC 8259 (section 7) demands, and how.
///
/// What is stored, compared byte by byte or read by programs that we do not know keeps the form that it always had.
package struct JSONEscapes: OptionSet, Sendable {
  /// The bits of the escapes that are chosen.
  package let rawValue: UInt8

  /// Chooses the escapes of these bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// U+007F, which some terminals obey.
  package static let delete = JSONEscapes(rawValue: 1)
  /// U+2028 and U+2029, at which some programs split lines of JSON.
  package static let lineSeparators = JSONEscapes(rawValue: 2)
  /// A line feed as `\u000a`, not as `\n`, and likewise a tab and a carriage return.
  package static let controlsByNumber = JSONEscapes(rawValue: 4)
}

extension [UInt8] {
  /// Appends a text in quotation marks.
  mutating func append(quoted text: String, _ escapes: JSONEscapes) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      // Nearly every text needs no escape at all: what lies between two escapes is copied at once.
      var plain = 0
      var index = 0
      while index < utf8.count {
        if index + 8 <= utf8.count {
          let count = utf8.plainJSON(ofEightAt: index, upToDelete: escapes.contains(.delete))
          index += count
          if count == 8 { continue }
        }
        var length = 1
        switch utf8[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), ..<0x20: break
        case 0x7F where escapes.contains(.delete): break
        case 0xE2 where escapes.contains(.lineSeparators) && utf8[index + 1] == 0x80 && utf8[index + 2] | 1 == 0xA9:
          length = 3
        default:
          index += 1
          continue
        }
        append(contentsOf: utf8[plain..<index])
        append(escaping: utf8[index + length - 1], escapes)
        index += length
        plain = index
      }
      append(contentsOf: utf8[plain...])
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends the escape for a byte; the last byte of U+2028 and of U+2029 stands for all three.
  private mutating func append(escaping byte: UInt8, _ escapes: JSONEscapes) {
    let letter: UInt8? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
      case 0x0A where !escapes.contains(.controlsByNumber): UInt8(ascii: "n")
      case 0x0D where !escapes.contains(.controlsByNumber): UInt8(ascii: "r")
      case 0x09 where !escapes.contains(.controlsByNumber): UInt8(ascii: "t")
      default: nil
      }
    append(UInt8(ascii: "\\"))
    if let letter { return append(letter) }
    let number = byte < 0x80 ? UInt16(byte) : 0x2028 + UInt16(byte & 1)
    append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(number >> shift & 15)
      append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many of the eight bytes at an index come before the first quote, backslash, control character or byte above
  /// 0x7F; 8: there is none. It takes a few operations on one word: an imported file comes as one string of a megabyte.
  @inline(__always)
  func plainJSON(ofEightAt index: Int, upToDelete: Bool = false) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = UInt64(
      littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // A borrow out of a byte sets its high bit, and perhaps those of bytes behind it. The first one is right.
    var stops = word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)
    if upToDelete { stops |= (word ^ (ones &* 0x7F)) &- ones }
    return (stops & (ones &* 0x80)).trailingZeroBitCount / 8
  }
}

extension UInt8 {
  /// What a hexadecimal digit stands for; `nil`: it is none.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

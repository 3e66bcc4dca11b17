import JSON

/// A piece of an address with everything escaped that could be taken for the address's own punctuation (RFC 3986, 2.3).
package func percentEncoded(_ text: String) -> String {
  var bytes: [UInt8] = []
  let digits = Array("0123456789ABCDEF".utf8)
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      bytes.append(byte)
    default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The text without its escapes. "+" stands for itself: in a reference it is part of an identifier.
func percentDecoded(_ text: some Sequence<UInt8>) -> String {
  var bytes: [UInt8] = []
  var rest = Array(text)[...]
  while let byte = rest.popFirst() {
    let digits = rest.prefix(2).compactMap(\.hexadecimalDigit)
    if byte == UInt8(ascii: "%"), digits.count == 2 {
      bytes.append(digits[0] << 4 | digits[1])
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

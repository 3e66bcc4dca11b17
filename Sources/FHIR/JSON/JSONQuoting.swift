/// A string as JSON writes it, in quotation marks.
func jsonQuoted(_ string: String) -> String {
  // Nearly every string: to go through one scalar by scalar takes many times as long.
  guard string.utf8.contains(where: isEscapedInJSON) else { return "\"\(string)\"" }
  var quoted = "\""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case "\n": quoted += "\\n"
    case "\r": quoted += "\\r"
    case "\t": quoted += "\\t"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

private func isEscapedInJSON(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

/// What a JSON string says that has passed the scanner, quotation marks included.
func jsonUnquoted(_ written: String) -> String {
  let content = Array(written.utf8)[...].dropFirst().dropLast()
  return content.contains(UInt8(ascii: "\\")) ? jsonUnescaped(content) : String(decoding: content, as: UTF8.self)
}

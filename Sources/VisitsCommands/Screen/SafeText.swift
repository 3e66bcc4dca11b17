extension String {
  /// The text as one line that can do nothing to a terminal: a name or a note may hold escape sequences, line ends, or
  /// marks that turn the direction of what follows.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.actsOnATerminal) else { return self }
    var safe = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        safe.append(" ")
      } else if !scalar.actsOnATerminal {
        safe.append(scalar)
      }
    }
    return String(safe)
  }
}

extension String {
  /// The same of each of its lines.
  var onSafeLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine }.joined(separator: "\n")
  }
}

extension String {
  /// JSON that says the same and can do nothing to a terminal: there such characters stand inside of texts alone.
  var asSafeJSON: String {
    guard unicodeScalars.contains(where: { $0.actsOnATerminal && $0 != "\n" }) else { return self }
    var safe = ""
    for scalar in unicodeScalars {
      if scalar.actsOnATerminal, scalar != "\n" {
        let digits = String(scalar.value, radix: 16)
        safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}

extension Unicode.Scalar {
  fileprivate var actsOnATerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

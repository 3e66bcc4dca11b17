/// Texts from outside on a terminal: an argument, a path or a value of the settings may hold escape sequences, line ends,
/// or marks that turn the direction of what follows.
extension String {
  /// This text as one line, with `\u{1b}` and the like in the place of all that could end the line, move the cursor or
  /// turn the reading direction.
  package var visible: String { escaped { $0.visibleForm } }

  /// The same of each of its lines.
  package var visibleLines: String { escaped { $0 == "\n" ? nil : $0.visibleForm } }

  /// - Parameter form: What stands in the place of a scalar; `nil`: itself.
  private func escaped(_ form: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let form = form(scalar) {
        result.append(contentsOf: form.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// What is shown in the place of a scalar that acts on a terminal; `nil` for all others.
  fileprivate var visibleForm: String? {
    switch value {
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
      "\\u{\(String(value, radix: 16))}"
    default: nil
    }
  }
}

/// One line of an iCalendar text, unfolded: `DTSTART;TZID=America/Edmonton:20261120T080000` (RFC 5545, 3.1).
struct ContentLine: Sendable, Hashable {
  /// What qualifies a value.
  struct Parameter: Sendable, Hashable {
    /// In capitals.
    var name: String
    /// Without quotation marks, and with RFC 6868's signs undone.
    var values: [String]
  }

  /// In capitals.
  var name: String
  var parameters: [Parameter]
  /// As written: what is escaped depends on the property.
  var value: String
  /// Where it stands in the text, counted from 1; 0 for one that is to be written.
  var number: Int
  /// The value went on beyond what is read of one line.
  var isCutOff: Bool

  init(
    _ name: String, _ parameters: [Parameter] = [], value: String, number: Int = 0, isCutOff: Bool = false
  ) {
    self.name = name
    self.parameters = parameters
    self.value = value
    self.number = number
    self.isCutOff = isCutOff
  }

  /// A property whose value is TEXT, escaped for it.
  init(_ name: String, text: String) {
    self.init(name, value: CalendarText.escaped(text))
  }

  /// The value where it is one of the words of a grammar, in capitals: blanks around it say nothing.
  var word: String { value.trimmingBlanks.uppercased() }

  /// The first value of a parameter.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }
}

extension ContentLine {
  /// The line as it is written: folded, with CRLF behind it.
  var text: String {
    var line = name
    for parameter in parameters {
      line += ";\(parameter.name)="
      line += parameter.values.map(Self.quoted).joined(separator: ",")
    }
    return Self.folded("\(line):\(value)")
  }

  /// A parameter's value with RFC 6868's signs, in quotation marks where it needs them.
  private static func quoted(_ value: String) -> String {
    var text = ""
    var needsMarks = false
    for scalar in value.unicodeScalars {
      switch scalar {
      case "^": text += "^^"
      case "\"": text += "^'"
      case "\n": text += "^n"
      case ":", ";", ",":
        needsMarks = true
        text.unicodeScalars.append(scalar)
      default: if scalar.value >= 0x20, scalar.value != 0x7F { text.unicodeScalars.append(scalar) }
      }
    }
    return needsMarks ? "\"\(text)\"" : text
  }

  /// Lines of at most 75 octets, the line break not counted; never broken inside a character's octets.
  private static func folded(_ line: String) -> String {
    var text = ""
    var octets = 0
    for scalar in line.unicodeScalars {
      let width = UTF8.width(scalar)
      if octets + width > 75 {
        text += "\r\n "
        octets = 1
      }
      text.unicodeScalars.append(scalar)
      octets += width
    }
    return text + "\r\n"
  }
}

extension String {
  /// Without white space at its ends.
  var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}

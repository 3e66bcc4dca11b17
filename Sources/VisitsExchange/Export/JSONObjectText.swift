/// Writes a JSON object, member after member; what there is nothing to say of is left out.
struct JSONObjectText {
  private var members = ""

  /// The object, on one line.
  var text: String { "{\(members)}" }

  /// A member whose value is JSON already.
  mutating func add(_ name: String, json: String?) {
    guard let json else { return }
    if !members.isEmpty { members += "," }
    members += "\(Self.string(name)):\(json)"
  }

  mutating func add(_ name: String, _ text: String?) { add(name, json: text.map(Self.string)) }

  mutating func add(_ name: String, _ number: Int?) { add(name, json: number.map { String($0) }) }

  mutating func add(_ name: String, _ number: Double?) {
    add(name, json: number.flatMap { $0.isFinite ? "\($0)" : nil })
  }

  mutating func add(_ name: String, _ truth: Bool) { add(name, json: truth ? "true" : "false") }

  mutating func add(_ name: String, _ object: JSONObjectText?) { add(name, json: object?.text) }

  mutating func add(_ name: String, _ objects: [JSONObjectText]) {
    add(name, json: objects.isEmpty ? nil : "[\(objects.map(\.text).joined(separator: ","))]")
  }

  /// An object whose members the body adds.
  static func make(_ body: (inout JSONObjectText) -> Void) -> JSONObjectText {
    var object = JSONObjectText()
    body(&object)
    return object
  }

  /// A text in quotation marks (RFC 8259, 7). U+2028 and U+2029 are escaped too: JSON Lines are split at them by some.
  static func string(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case _ where scalar.value < 0x20 || (0x2028...0x2029).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

/// Writes a JSON object, member after member; what there is nothing to say of is left out.
package struct JSONObjectText {
  private var members: [UInt8] = []

  /// An object without members.
  package init() {}

  /// The object, on one line.
  package var text: String { "{\(String(decoding: members, as: UTF8.self))}" }

  /// A member whose value is JSON already.
  package mutating func add(_ name: String, json: String?) {
    guard let json else { return }
    begin(name)
    members.append(contentsOf: json.utf8)
  }

  /// A member that is a text.
  package mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    begin(name)
    quote(text)
  }

  mutating func add(_ name: String, _ number: Int?) { add(name, json: number.map { String($0) }) }

  mutating func add(_ name: String, _ number: Double?) {
    add(name, json: number.flatMap { $0.isFinite ? "\($0)" : nil })
  }

  mutating func add(_ name: String, _ truth: Bool) { add(name, json: truth ? "true" : "false") }

  /// A member that is an object.
  package mutating func add(_ name: String, _ object: JSONObjectText?) {
    guard let object else { return }
    begin(name)
    members.append(UInt8(ascii: "{"))
    members.append(contentsOf: object.members)
    members.append(UInt8(ascii: "}"))
  }

  mutating func add(_ name: String, _ objects: [JSONObjectText]) {
    add(name, json: objects.isEmpty ? nil : "[\(objects.map(\.text).joined(separator: ","))]")
  }

  /// A member that is an object whose members the body adds, in the same memory.
  package mutating func add(_ name: String, _ body: (inout JSONObjectText) -> Void) {
    begin(name)
    addObject(body)
  }

  /// A member that is a list of such objects, one for each item.
  package mutating func add<Item>(_ name: String, each items: [Item], _ body: (inout JSONObjectText, Item) -> Void) {
    begin(name)
    members.append(UInt8(ascii: "["))
    for (position, item) in items.enumerated() {
      if position > 0 { members.append(UInt8(ascii: ",")) }
      addObject { body(&$0, item) }
    }
    members.append(UInt8(ascii: "]"))
  }

  private mutating func addObject(_ body: (inout JSONObjectText) -> Void) {
    members.append(UInt8(ascii: "{"))
    body(&self)
    members.append(UInt8(ascii: "}"))
  }

  /// An object whose members the body adds.
  package static func make(_ body: (inout JSONObjectText) -> Void) -> JSONObjectText {
    var object = JSONObjectText()
    body(&object)
    return object
  }

  private mutating func begin(_ name: String) {
    // In an object that stands in another the first member has something before it, too.
    if let last = members.last, last != UInt8(ascii: "{") { members.append(UInt8(ascii: ",")) }
    quote(name)
    members.append(UInt8(ascii: ":"))
  }

  /// A text in quotation marks (RFC 8259, 7). U+2028 and U+2029 are escaped too: JSON Lines are split at them by some.
  private mutating func quote(_ text: String) {
    members.append(UInt8(ascii: "\""))
    var text = text
    // Nearly every text: to go through one scalar by scalar takes many times as long.
    let isPlain = text.withUTF8 { bytes in
      guard !bytes.contains(where: Self.mayBeEscaped) else { return false }
      members.append(contentsOf: bytes)
      return true
    }
    if !isPlain { for scalar in text.unicodeScalars { members.append(contentsOf: Self.escaped(scalar).utf8) } }
    members.append(UInt8(ascii: "\""))
  }

  /// Whether a byte is escaped, or begins what may be.
  private static func mayBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xE2
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where scalar.value < 0x20 || (0x2028...0x2029).contains(scalar.value):
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}

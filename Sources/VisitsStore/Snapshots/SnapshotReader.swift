/// Reads the JSON that ``SnapshotWriter`` writes.
struct SnapshotReader {
  /// A value of JSON.
  enum Node: Hashable {
    case text(String)
    case number(Substring)
    case truth(Bool)
    case list([Node])
    case object([String: Node])
    /// A text that stands under the same name in an earlier entry of the audit: `{"entry":12}`.
    case held(by: Int64)

    /// About how much it takes, its name included.
    var bytes: Int {
      switch self {
      case .text(let text): 16 + text.utf8.count
      case .number, .truth, .held: 16
      case .list(let nodes): nodes.reduce(16) { $0 + $1.bytes }
      case .object(let fields): fields.values.reduce(16) { $0 + $1.bytes }
      }
    }
  }

  private let text: String
  private var bytes: Substring.UTF8View
  private var refers = false
  /// How many lists and objects are open.
  private var depth = 0

  /// How many lists and objects may stand in each other: ours are four, and a database may come from anywhere.
  private static let deepest = 16

  /// Reads one object.
  static func read(_ text: String) throws(StoreFault) -> SnapshotFields {
    var reader = SnapshotReader(text)
    let node = try reader.node()
    guard reader.bytes.isEmpty, case .object(let fields) = node else { throw .unreadable("snapshot") }
    return SnapshotFields(fields: fields, refers: reader.refers)
  }

  private init(_ text: String) {
    self.text = text
    bytes = text[...].utf8
  }

  private mutating func node() throws(StoreFault) -> Node {
    guard depth < Self.deepest else { throw .unreadable("snapshot") }
    depth += 1
    defer { depth -= 1 }
    switch bytes.first {
    case UInt8(ascii: "{"):
      let fields = try object()
      guard fields.count == 1, case .number(let digits)? = fields[SnapshotWriter.reference] else {
        return .object(fields)
      }
      guard let entry = Int64(digits) else { throw .unreadable("snapshot") }
      refers = true
      return .held(by: entry)
    case UInt8(ascii: "["): return .list(try list())
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return .truth(try literal("true", true))
    case UInt8(ascii: "f"): return .truth(try literal("false", false))
    default: return .number(try number())
    }
  }

  private mutating func object() throws(StoreFault) -> [String: Node] {
    var fields: [String: Node] = [:]
    try expect(UInt8(ascii: "{"))
    if skip(UInt8(ascii: "}")) { return fields }
    repeat {
      let name = try string()
      try expect(UInt8(ascii: ":"))
      fields[name] = try node()
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return fields
  }

  private mutating func list() throws(StoreFault) -> [Node] {
    var nodes: [Node] = []
    try expect(UInt8(ascii: "["))
    if skip(UInt8(ascii: "]")) { return nodes }
    repeat { nodes.append(try node()) } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return nodes
  }

  private mutating func string() throws(StoreFault) -> String {
    try expect(UInt8(ascii: "\""))
    var unescaped: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: unescaped, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = bytes.popFirst() else { throw .unreadable("snapshot") }
        unescaped.append(escaped == UInt8(ascii: "u") ? try control() : escaped)
      default: unescaped.append(byte)
      }
    }
    throw .unreadable("snapshot")
  }

  /// The four digits of a control character, the only ones that are written so.
  private mutating func control() throws(StoreFault) -> UInt8 {
    let digits = bytes.prefix(4)
    guard digits.count == 4, let value = UInt8(Substring(digits), radix: 16) else { throw .unreadable("snapshot") }
    bytes = bytes.dropFirst(4)
    return value
  }

  private mutating func number() throws(StoreFault) -> Substring {
    let digits = bytes.prefix { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"):
        true
      default: false
      }
    }
    guard !digits.isEmpty else { throw .unreadable("snapshot") }
    bytes = bytes.dropFirst(digits.count)
    return Substring(digits)
  }

  private mutating func literal(_ word: String, _ value: Bool) throws(StoreFault) -> Bool {
    guard bytes.starts(with: word.utf8) else { throw .unreadable("snapshot") }
    bytes = bytes.dropFirst(word.utf8.count)
    return value
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard bytes.first == byte else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(StoreFault) {
    guard skip(byte) else { throw .unreadable("snapshot") }
  }
}

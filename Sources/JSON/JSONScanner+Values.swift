extension JSONScanner {
  /// The value of a whole text.
  package static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, depth: Int = 32
  ) throws(JSONSyntaxError) -> JSONValue {
    var scanner = JSONScanner(bytes, depth: depth)
    try scanner.begin()
    let value = try scanner.value()
    try scanner.end()
    return value
  }

  /// The value of a whole text.
  package static func parse(
    _ bytes: some Collection<UInt8>, depth: Int = 32
  ) throws(JSONSyntaxError) -> JSONValue {
    let parse: (UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONSyntaxError> = { bytes in
      Result { () throws(JSONSyntaxError) in try Self.parse(bytes, depth: depth) }
    }
    return try (bytes.withContiguousStorageIfAvailable(parse) ?? Array(bytes).withUnsafeBufferPointer(parse)).get()
  }

  /// The value at the current position, which is no white space.
  package mutating func value() throws(JSONSyntaxError) -> JSONValue {
    try countValue()
    switch peek {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "t"):
      try passLiteral("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try passLiteral("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try passLiteral("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw unexpected(.value)
    }
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONObject {
    var members: [JSONObject.Member] = []
    var names = UniqueNames()
    try self.members { scanner throws(JSONSyntaxError) in
      let offset = scanner.position
      let name = try scanner.name()
      if members.isEmpty { members.reserveCapacity(4) }
      guard names.admit(name, after: members) else { throw JSONSyntaxError(.duplicateName(name), at: offset) }
      members.append(JSONObject.Member(name: name, value: try scanner.value()))
      scanner.nameMisfit(name)
    }
    return JSONObject(uniqueMembers: members)
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try self.elements { scanner throws(JSONSyntaxError) in elements.append(try scanner.value()) }
    return elements
  }
}

/// Tells whether a name is new to its object: by looking through the members while they are few, by a set from then on,
/// so that an object of 100,000 names costs no more than its length.
private struct UniqueNames {
  private var names: Set<String> = []

  mutating func admit(_ name: String, after members: [JSONObject.Member]) -> Bool {
    if members.count < 16 { return !members.contains { $0.name == name } }
    if names.isEmpty { names = Set(members.lazy.map(\.name)) }
    return names.insert(name).inserted
  }
}

extension JSONScanner {
  /// The object at the current position.
  mutating func object() throws(JSONSyntaxError) -> JSONObject {
    var members: [JSONObject.Member] = []
    var names = UniqueNames()
    try self.members { scanner throws(JSONSyntaxError) in
      let offset = scanner.position
      let name = try scanner.name()
      if members.isEmpty { members.reserveCapacity(4) }
      guard names.admit(name, after: members) else { throw JSONSyntaxError(.duplicateName(name), at: offset) }
      members.append(JSONObject.Member(name: name, value: try scanner.value()))
      if let misfit = scanner.misfit, misfit.name == nil { misfit.name = name }
    }
    return JSONObject(uniqueMembers: members)
  }

  /// The array at the current position.
  mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try self.elements { scanner throws(JSONSyntaxError) in elements.append(try scanner.value()) }
    return elements
  }

  /// Walks through the object at the current position; `read` must pass over a name, its colon and the value.
  @inline(__always)
  mutating func members(
    _ read: (inout JSONScanner) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    try enter()
    skipSpace()
    if peek != UInt8(ascii: "}") {
      while true {
        guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in quotes or \"}\"") }
        try read(&self)
        if try !continues(until: UInt8(ascii: "}"), "\",\" or \"}\"") { break }
      }
    }
    leave()
  }

  /// The unescaped name at the current position, up to the value behind its colon.
  @inline(__always)
  mutating func name() throws(JSONSyntaxError) -> String {
    let name = try string()
    try passColon()
    return name
  }

  /// Passes over the colon behind a name.
  @inline(__always)
  mutating func passColon() throws(JSONSyntaxError) {
    skipSpace()
    try expect(UInt8(ascii: ":"), "\":\"")
    skipSpace()
  }

  /// Walks through the array at the current position; `read` must pass over an element. More than `limit` are refused.
  @inline(__always)
  mutating func elements(
    limit: Int = .max,
    _ read: (inout JSONScanner) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    try enter()
    skipSpace()
    if peek != UInt8(ascii: "]") {
      var count = 0
      while true {
        count += 1
        if count > limit { throw JSONSyntaxError(.tooMany(limit: limit), at: position) }
        try read(&self)
        if try !continues(until: UInt8(ascii: "]"), "\",\" or \"]\"") { break }
      }
    }
    leave()
  }

  /// After a value: whether a comma announces another one.
  @inline(__always)
  private mutating func continues(until close: UInt8, _ expected: String) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    if peek == close { return false }
    try expect(UInt8(ascii: ","), expected)
    skipSpace()
    if peek == close { throw JSONSyntaxError(.trailingComma, at: position) }
    return true
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

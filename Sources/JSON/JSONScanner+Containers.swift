extension JSONScanner {
  /// Walks through the object at the current position; `read` must pass over a name, its colon and the value.
  @inlinable @inline(__always)
  package mutating func members(
    _ read: (inout JSONScanner) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    try enter()
    skipSpace()
    if peek != UInt8(ascii: "}") {
      while true {
        guard peek == UInt8(ascii: "\"") else { throw unexpected(.name) }
        try read(&self)
        if try !continues(until: UInt8(ascii: "}"), .commaOrBrace) { break }
      }
    }
    leave()
  }

  /// The unescaped name at the current position, up to the value behind its colon.
  @inlinable @inline(__always)
  package mutating func name() throws(JSONSyntaxError) -> String {
    let name = try string()
    try passColon()
    return name
  }

  /// Passes over the colon behind a name.
  @inlinable @inline(__always)
  package mutating func passColon() throws(JSONSyntaxError) {
    skipSpace()
    try expect(UInt8(ascii: ":"), .colon)
    skipSpace()
  }

  /// Walks through the array at the current position; `read` must pass over an element. More than `limit` are refused.
  @inlinable @inline(__always)
  package mutating func elements(
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
        if try !continues(until: UInt8(ascii: "]"), .commaOrBracket) { break }
      }
    }
    leave()
  }

  /// Steps into an array or object.
  @inlinable @inline(__always)
  mutating func enter() throws(JSONSyntaxError) {
    guard depth < depthLimit else { throw JSONSyntaxError(.tooDeep(limit: depthLimit), at: position) }
    depth += 1
    position += 1
  }

  /// Steps out of an array or object.
  @inlinable @inline(__always)
  mutating func leave() {
    depth -= 1
    position += 1
  }

  /// After a value: whether a comma announces another one.
  @inlinable @inline(__always)
  mutating func continues(
    until close: UInt8, _ expected: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    if peek == close { return false }
    try expect(UInt8(ascii: ","), expected)
    skipSpace()
    if peek == close { throw JSONSyntaxError(.trailingComma, at: position) }
    return true
  }
}

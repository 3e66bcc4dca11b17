/// A FHIR datatype that is read from an object.
protocol JSONReadable {
  init(_ json: JSONView) throws(FHIRProblem)
}

extension JSONView {
  func string(_ name: StaticString) throws(FHIRProblem) -> String? {
    guard let value = member(name) else { return nil }
    return try value.string()
  }

  /// The id of a resource or of a version: it stands in addresses, in headers and in what a person is shown.
  func id(_ name: StaticString) throws(FHIRProblem) -> String? {
    guard let value = member(name), let id = try value.string() else { return nil }
    guard id.utf8.count <= ResourceAddress.longestID else {
      throw value.problem(.tooLong(limit: ResourceAddress.longestID))
    }
    return id
  }

  func strings(_ name: StaticString) throws(FHIRProblem) -> [String] {
    var strings: [String] = []
    for item in try array(name) where item.kind != .null {
      if let string = try item.string() { strings.append(string) }
    }
    return strings
  }

  func bool(_ name: StaticString) throws(FHIRProblem) -> Bool? {
    guard let value = member(name) else { return nil }
    try value.expect(.bool)
    return text.bytes[Int(text.elements[value.index].start)] == UInt8(ascii: "t")
  }

  /// A whole number; one that is written as 60.0 counts too.
  func integer(_ name: StaticString) throws(FHIRProblem) -> Int? {
    guard let value = member(name) else { return nil }
    try value.expect(.number)
    let digits = String(decoding: value.bytes, as: UTF8.self)
    if let integer = Int32(digits) ?? Double(digits).flatMap(Int32.init(exactly:)) { return Int(integer) }
    throw value.problem(.notWhole(digits))
  }

  func number(_ name: StaticString) throws(FHIRProblem) -> Double? {
    guard let value = member(name) else { return nil }
    try value.expect(.number)
    return Double(String(decoding: value.bytes, as: UTF8.self))
  }

  func instant(_ name: StaticString) throws(FHIRProblem) -> FHIRInstant? {
    try time(name) { (text) throws(TimeFault) in try FHIRInstant(text) }
  }

  func dateTime(_ name: StaticString) throws(FHIRProblem) -> FHIRDateTime? {
    try time(name) { (text) throws(TimeFault) in try FHIRDateTime(text) }
  }

  func date(_ name: StaticString) throws(FHIRProblem) -> FHIRDate? {
    try time(name) { (text) throws(TimeFault) in try FHIRDate(text) }
  }

  func value<Value: JSONReadable>(_ name: StaticString, _ type: Value.Type = Value.self) throws(FHIRProblem) -> Value? {
    guard let value = member(name) else { return nil }
    try value.expect(.object)
    return try Value(value)
  }

  func values<Value: JSONReadable>(_ name: StaticString, _ type: Value.Type = Value.self) throws(FHIRProblem) -> [Value]
  {
    var values: [Value] = []
    for item in try array(name) where item.kind != .null {
      try item.expect(.object)
      values.append(try Value(item))
    }
    return values
  }

  func array(_ name: StaticString) throws(FHIRProblem) -> [JSONView] {
    guard let value = member(name) else { return [] }
    try value.expect(.array)
    return value.items
  }

  /// The URL of the first modifierExtension; empty for one that has none.
  var modifierURL: String? {
    get throws(FHIRProblem) {
      guard let first = try array("modifierExtension").first(where: { $0.kind != .null }) else { return nil }
      try first.expect(.object)
      return try first.string("url") ?? ""
    }
  }

  private func time<Value>(
    _ name: StaticString, parse: (String) throws(TimeFault) -> Value
  ) throws(FHIRProblem) -> Value? {
    guard let value = member(name), let text = try value.string() else { return nil }
    do {
      return try parse(text)
    } catch {
      throw value.problem(.badTime(text, error))
    }
  }
}

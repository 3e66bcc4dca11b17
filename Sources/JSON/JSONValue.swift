/// One JSON value (RFC 8259), as the strict scanner reads it and as ``JSONWriter`` writes it.
///
/// Whole numbers and others are told apart, so that an id or a version never passes through a `Double`.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// About how many bytes of memory it takes, which may be twenty times its text.
  package var memory: Int {
    let own = MemoryLayout<JSONValue>.stride
    return switch self {
    case .null, .bool, .integer, .number: own
    case .string(let text): own + text.memory
    case .array(let values): values.reduce(own + 32) { $0 + $1.memory }
    case .object(let object):
      object.members.reduce(own + 32) { $0 + MemoryLayout<String>.stride + $1.name.memory + $1.value.memory }
    }
  }
}

extension String {
  /// Beside the value itself, which holds 15 bytes.
  fileprivate var memory: Int { utf8.count > 15 ? 32 + utf8.count : 0 }
}

/// The members of a JSON object in the order in which they were written; a name stands in it once.
package struct JSONObject: Sendable, Hashable {
  /// A name and its value.
  package struct Member: Sendable, Hashable {
    /// The unescaped name.
    package var name: String
    /// What stands behind the colon.
    package var value: JSONValue

    /// A member of the given name and value.
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members, in order.
  package private(set) var members: [Member]

  /// An object with no members.
  package init() {
    members = []
  }

  /// An object of members that are already known to have different names; the scanner checks that.
  package init(uniqueMembers: [Member]) {
    members = uniqueMembers
  }

  /// The value under a name; setting `nil` takes the member away. Objects are small: the search is linear.
  package subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      guard let index = members.firstIndex(where: { $0.name == name }) else {
        if let newValue { members.append(Member(name: name, value: newValue)) }
        return
      }
      if let newValue { members[index].value = newValue } else { members.remove(at: index) }
    }
  }
}

extension JSONValue {
  /// The member of that name, when this is an object that has it.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  /// The text of a string.
  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A whole number.
  package var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// Any number.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// A truth value.
  package var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The elements of an array.
  package var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object.
  package var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// Whether this is `null`.
  package var isNull: Bool { self == .null }

  /// What a person would call this kind of value, for error messages.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// A truth value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  package init(floatLiteral value: Double) { self = .number(value) }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object literal. A name that stands twice keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}

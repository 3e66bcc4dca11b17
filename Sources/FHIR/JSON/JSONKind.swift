/// The kinds of JSON values (RFC 8259).
package enum JSONKind: UInt8, Sendable, Hashable, CustomStringConvertible {
  case object
  case array
  case string
  case number
  case bool
  case null

  /// What a person would call it.
  package var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

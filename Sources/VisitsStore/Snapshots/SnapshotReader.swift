import JSON

/// Reads the JSON that ``SnapshotWriter`` writes.
enum SnapshotReader {
  /// The maximum nesting of lists and objects. This program writes at most four levels, but a database may come from
  /// anywhere.
  private static let deepest = 16

  /// Reads one object.
  static func read(_ text: String) throws(StoreFault) -> SnapshotFields {
    var text = text
    let value = text.withUTF8 { try? JSONScanner.parse($0, depth: deepest) }
    guard case .object(let fields)? = value else { throw .unreadable("snapshot") }
    return SnapshotFields(fields: fields)
  }
}

extension JSONValue {
  /// The member name of a reference to the audit entry that holds a text.
  static let reference: StaticString = "entry"

  /// The earlier audit entry that holds this text at the same path: `{"entry":12}`.
  var holdingEntry: Int64? {
    guard case .object(let fields) = self, fields.members.count == 1,
      case .integer(let entry)? = fields["\(Self.reference)"]
    else { return nil }
    return entry
  }

  /// The approximate size in bytes, including the name.
  var size: Int {
    switch self {
    case .string(let text): 16 + text.utf8.count
    case .array(let values): values.reduce(16) { $0 + $1.size }
    case .object(let fields): fields.members.reduce(16) { $0 + $1.value.size }
    default: 16
    }
  }
}

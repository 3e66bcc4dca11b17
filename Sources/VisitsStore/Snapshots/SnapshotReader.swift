import JSON

/// Reads the JSON that ``SnapshotWriter`` writes.
enum SnapshotReader {
  /// How many lists and objects may stand in each other: ours are four, and a database may come from anywhere.
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
  /// The name of a reference to the entry of the audit that holds a text.
  static let reference: StaticString = "entry"

  /// The earlier entry of the audit in which this text stands under the same name: `{"entry":12}`.
  var holdingEntry: Int64? {
    guard case .object(let fields) = self, fields.members.count == 1,
      case .integer(let entry)? = fields["\(Self.reference)"]
    else { return nil }
    return entry
  }

  /// About how much it takes, in bytes, its name included.
  var size: Int {
    switch self {
    case .string(let text): 16 + text.utf8.count
    case .array(let values): values.reduce(16) { $0 + $1.size }
    case .object(let fields): fields.members.reduce(16) { $0 + $1.value.size }
    default: 16
    }
  }
}

import JSON

/// Parses the JSON of an audit snapshot, which ``SnapshotWriter`` wrote.
enum SnapshotReader {
  /// The maximum nesting depth of lists and objects. This program writes at most four levels, but another program may
  /// have written a restored database.
  private static let deepest = 16

  /// Parses a JSON object.
  ///
  /// - Throws: ``StoreFault/unreadable(_:)`` if the text is not a JSON object or is nested too deeply.
  static func read(_ text: String) throws(StoreFault) -> SnapshotFields {
    var text = text
    let value = text.withUTF8 { try? JSONScanner.parse($0, depth: deepest) }
    guard case .object(let fields)? = value else { throw .unreadable("snapshot") }
    return SnapshotFields(fields: fields)
  }
}

extension JSONValue {
  /// The only member name in an object that refers to the audit entry with a long text, such as `{"entry":12}`.
  static let reference: StaticString = "entry"

  /// The audit entry to which this value refers; `nil` if the value is not a reference. A reference has the form
  /// `{"entry":12}`, and means that the earlier entry 12 stores the text at the same path.
  var holdingEntry: Int64? {
    guard case .object(let fields) = self, fields.members.count == 1,
      case .integer(let entry)? = fields["\(Self.reference)"]
    else { return nil }
    return entry
  }

  /// The approximate size of the value in bytes, including about 16 bytes for its name.
  var size: Int {
    switch self {
    case .string(let text): 16 + text.utf8.count
    case .array(let values): values.reduce(16) { $0 + $1.size }
    case .object(let fields): fields.members.reduce(16) { $0 + $1.value.size }
    default: 16
    }
  }
}

import GRDB
import JSON

/// The long texts in the last audit snapshot of an entity, each with the audit entry that stores it.
///
/// A later snapshot refers to that entry if the text is unchanged, and does not store the text again. Otherwise many
/// changes of an entity with a long note would fill the disk.
struct HeldTexts {
  /// The minimum length, in bytes, of a long text. Shorter texts are stored in each snapshot.
  static let shortest = 256

  /// The long texts and the audit entries that store them, by the path of the text in the snapshot.
  fileprivate var texts: [String: (text: String, entry: Int64)] = [:]

  /// Returns the audit entry that stores this text at this path; `nil` if the last snapshot does not have this text
  /// there.
  func entry(with text: String, at path: String) -> Int64? {
    texts[path].flatMap { $0.text == text ? $0.entry : nil }
  }

  /// Returns the path of a field, such as `.resolved.note`, from the names of the objects around it and its own name.
  static func path(_ objects: [StaticString], _ name: StaticString) -> String {
    (objects + [name]).map { ".\($0)" }.joined()
  }

  /// Returns the text of an entity's next audit snapshot.
  ///
  /// - Parameters:
  ///   - previous: The entity's last audit entry; `nil` for a new entity. The snapshot refers to its long texts.
  ///   - write: Writes the entity. It is called a second time if the entity has a long text.
  static func snapshot(
    after previous: Int64?, _ db: Database, _ write: (inout SnapshotWriter) -> Void
  ) throws -> String {
    var writer = SnapshotWriter()
    write(&writer)
    guard writer.hasLongText, let previous else { return writer.text() }
    var referring = SnapshotWriter(try db.heldTexts(of: previous))
    write(&referring)
    return referring.text()
  }
}

extension Database {
  /// Parses an audit snapshot, and replaces each reference to an earlier entry with the long text that this entry
  /// stores.
  func snapshot(_ text: String) throws -> SnapshotFields {
    let fields = try SnapshotReader.read(text)
    guard fields.refers else { return fields }
    return try fields.mapping { path, value in
      guard let entry = value.holdingEntry else { return value }
      return .string(try self.text(of: entry, at: path))
    }
  }

  fileprivate func heldTexts(of entry: Int64) throws -> HeldTexts {
    var held = HeldTexts()
    _ = try fields(of: entry).mapping { path, value in
      if let earlier = value.holdingEntry {
        held.texts[path] = (try text(of: earlier, at: path), earlier)
      } else if let text = value.string, text.utf8.count >= HeldTexts.shortest {
        held.texts[path] = (text, entry)
      }
      return value
    }
    return held
  }

  private func text(of entry: Int64, at path: String) throws -> String {
    guard case .string(let text)? = try fields(of: entry).value(at: path) else {
      throw StoreFault.unreadable("snapshot")
    }
    return text
  }

  private func fields(of entry: Int64) throws -> SnapshotFields {
    let text = try first("SELECT snapshot FROM audit WHERE sequence = ?", [.integer(entry)]) { $0.text(0) }
    guard let text else { throw StoreFault.unreadable("snapshot") }
    return try SnapshotReader.read(text)
  }
}

extension SnapshotFields {
  /// Whether the snapshot has references to texts in earlier audit entries, see ``JSONValue/holdingEntry``.
  fileprivate var refers: Bool {
    fields.members.contains { member in
      guard case .object(let inner) = member.value else { return false }
      return member.value.holdingEntry != nil || SnapshotFields(fields: inner).refers
    }
  }

  /// Returns a copy of the fields in which the result of `change` replaces each value.
  ///
  /// The function also changes the values inside objects. A reference to an earlier entry counts as one value, although
  /// it is an object.
  ///
  /// - Parameter change: Receives the path of a value, such as `.resolved.note`, and the value.
  fileprivate func mapping(
    _ path: String = "", _ change: (String, JSONValue) throws -> JSONValue
  ) rethrows -> SnapshotFields {
    let members = try fields.members.map { member in
      let place = "\(path).\(member.name)"
      guard case .object(let inner) = member.value, member.value.holdingEntry == nil else {
        return JSONObject.Member(name: member.name, value: try change(place, member.value))
      }
      let mapped = try SnapshotFields(fields: inner).mapping(place, change)
      return JSONObject.Member(name: member.name, value: .object(mapped.fields))
    }
    return SnapshotFields(fields: JSONObject(uniqueMembers: members))
  }

  /// The approximate size of the snapshot, in bytes.
  var bytes: Int { JSONValue.object(fields).size - 16 }

  /// Returns the value at a path such as `.resolved.note`; `nil` if there is none.
  fileprivate func value(at path: String) -> JSONValue? {
    path.split(separator: ".").reduce(.object(fields) as JSONValue?) { $0?[String($1)] }
  }
}

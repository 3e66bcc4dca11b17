import GRDB
import JSON

/// The long texts in an entity's last audit entry, each with the entry that holds it. A later snapshot refers to
/// unchanged texts instead of storing them again, so that many changes of an entity with a long note do not fill the
/// disk.
struct HeldTexts {
  /// The minimum length, in bytes, of a text to which later entries refer.
  static let shortest = 256

  /// The texts by their path in the snapshot.
  fileprivate var texts: [String: (text: String, entry: Int64)] = [:]

  /// Returns the entry that holds this text at this path; `nil` if no entry holds it.
  func entry(with text: String, at path: String) -> Int64? {
    texts[path].flatMap { $0.text == text ? $0.entry : nil }
  }

  /// Returns a path in a snapshot, such as `.resolved.note`.
  static func path(_ objects: [StaticString], _ name: StaticString) -> String {
    (objects + [name]).map { ".\($0)" }.joined()
  }

  /// Returns the snapshot of an entity for the entry after `previous`.
  ///
  /// - Parameter write: Writes the entity. It is called twice for the few entities with long texts.
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
  /// Reads a snapshot of the audit, with the texts that earlier entries hold.
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
  /// Whether some texts of the snapshot are in earlier audit entries, see ``JSONValue/holdingEntry``.
  fileprivate var refers: Bool {
    fields.members.contains { member in
      guard case .object(let inner) = member.value else { return false }
      return member.value.holdingEntry != nil || SnapshotFields(fields: inner).refers
    }
  }

  /// Returns a copy in which each value is replaced by the result of `change`, which receives the path and the value.
  /// The function descends into objects, except into references to earlier entries.
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

  /// The approximate size of the entity, in bytes.
  var bytes: Int { JSONValue.object(fields).size - 16 }

  /// Returns the value at a path such as `.resolved.note`.
  fileprivate func value(at path: String) -> JSONValue? {
    path.split(separator: ".").reduce(.object(fields) as JSONValue?) { $0?[String($1)] }
  }
}

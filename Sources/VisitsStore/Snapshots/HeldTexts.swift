import GRDB
import JSON

/// The long texts that a thing's last entry in the audit keeps, each with the entry in which it stands: what has not
/// changed since is not stored again, so that many changes of a thing with a long note do not fill the disk.
struct HeldTexts {
  /// The shortest text, in bytes, to which later entries refer.
  static let shortest = 256

  /// By the place in the snapshot.
  fileprivate var texts: [String: (text: String, entry: Int64)] = [:]

  /// The entry that holds this text in this place; `nil`: none does.
  func entry(with text: String, at path: String) -> Int64? {
    texts[path].flatMap { $0.text == text ? $0.entry : nil }
  }

  /// A place in a snapshot: `.resolved.note`.
  static func path(_ objects: [StaticString], _ name: StaticString) -> String {
    (objects + [name]).map { ".\($0)" }.joined()
  }

  /// A thing as the entry behind `previous` keeps it.
  ///
  /// - Parameter write: Writes the thing. It is called twice if the thing has long texts, which few have.
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
  /// Reads what an entry of the audit keeps, with the texts that stand in earlier entries.
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
  /// Whether some of its texts stand in earlier entries of the audit, see ``JSONValue/holdingEntry``.
  fileprivate var refers: Bool {
    fields.members.contains { member in
      guard case .object(let inner) = member.value else { return false }
      return member.value.holdingEntry != nil || SnapshotFields(fields: inner).refers
    }
  }

  /// The same with each value as `change` has it, which is told its place; an object that is no reference is mapped
  /// value by value.
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

  /// About how much the thing takes, in bytes.
  var bytes: Int { JSONValue.object(fields).size - 16 }

  /// The value in a place such as `.resolved.note`.
  fileprivate func value(at path: String) -> JSONValue? {
    path.split(separator: ".").reduce(.object(fields) as JSONValue?) { $0?[String($1)] }
  }
}

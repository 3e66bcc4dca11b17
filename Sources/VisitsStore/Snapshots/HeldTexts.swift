import GRDB

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
    return try fields.mapping { path, node in
      guard case .held(let entry) = node else { return node }
      return .text(try self.text(of: entry, at: path))
    }
  }

  fileprivate func heldTexts(of entry: Int64) throws -> HeldTexts {
    var held = HeldTexts()
    _ = try fields(of: entry).mapping { path, node in
      switch node {
      case .text(let text) where text.utf8.count >= HeldTexts.shortest: held.texts[path] = (text, entry)
      case .held(let earlier): held.texts[path] = (try text(of: earlier, at: path), earlier)
      default: break
      }
      return node
    }
    return held
  }

  private func text(of entry: Int64, at path: String) throws -> String {
    guard case .text(let text)? = try fields(of: entry).node(at: path) else { throw StoreFault.unreadable("snapshot") }
    return text
  }

  private func fields(of entry: Int64) throws -> SnapshotFields {
    let text = try first("SELECT snapshot FROM audit WHERE sequence = ?", [.integer(entry)]) { $0.text(0) }
    guard let text else { throw StoreFault.unreadable("snapshot") }
    return try SnapshotReader.read(text)
  }
}

extension SnapshotFields {
  /// The same with each value that is no object as `change` has it, which is told its place.
  fileprivate func mapping(
    _ path: String = "", _ change: (String, SnapshotReader.Node) throws -> SnapshotReader.Node
  ) rethrows -> SnapshotFields {
    var mapped = fields
    for (name, node) in fields {
      let place = "\(path).\(name)"
      if case .object(let inner) = node {
        mapped[name] = .object(try SnapshotFields(fields: inner).mapping(place, change).fields)
      } else {
        mapped[name] = try change(place, node)
      }
    }
    return SnapshotFields(fields: mapped)
  }

  /// About how much the thing takes, in bytes.
  var bytes: Int { fields.values.reduce(0) { $0 + $1.bytes } }

  /// The value in a place such as `.resolved.note`.
  fileprivate func node(at path: String) -> SnapshotReader.Node? {
    path.split(separator: ".").reduce(.object(fields) as SnapshotReader.Node?) { node, name in
      guard case .object(let fields)? = node else { return nil }
      return fields[String(name)]
    }
  }
}

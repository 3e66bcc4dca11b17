import JSONRPC
import Yams

extension GivenSettings {
  /// The settings in the YAML text of the file at `path`.
  init(yaml text: String, path: String) {
    do throws(SettingsProblem) {
      guard let root = try SettingsYAML(text, path: path).root else { return }
      var reader = YAMLReader(path: path)
      if let mapping = root.mapping {
        reader.read(mapping, below: "")
      } else if !root.isEmpty {
        reader.report(root, key: nil, .wrongShape(.section))
      }
      self = reader.given
    } catch {
      problems = [error]
    }
  }
}

/// Walks through the nodes of a file.
private struct YAMLReader {
  let path: String
  var given = GivenSettings()
  /// The lines of the keys that were read.
  var lines: [String: Int] = [:]

  init(path: String) { self.path = path }

  mutating func read(_ mapping: Node.Mapping, below section: String) {
    for (name, value) in mapping {
      guard let written = name.scalar?.string else {
        report(name, key: section.isEmpty ? "a key" : "a key of \(section)", .wrongShape(.one))
        continue
      }
      let key = section + (section.isEmpty ? "" : ".") + SettingsYAML.unmarked(written)
      if let first = lines[key] {
        report(name, key: key, .duplicate(firstLine: first))
        continue
      }
      lines[key] = name.mark?.line ?? 0
      if let row = Settings.rows.first(where: { $0.key == key }) {
        given.settings.append(GivenSetting(row: row, origin: origin(of: name), value: self.value(value)))
      } else if Settings.sections.contains(key) {
        if let below = value.mapping {
          read(below, below: key)
        } else if !value.isEmpty {
          report(value, key: key, .wrongShape(.section))
        }
      } else {
        let known = value.mapping == nil ? Settings.rows.map(\.key) + Settings.sections : Settings.sections
        report(name, key: key, value: value, .unknownKey(nearest: Nearest.name(to: key, among: known)))
      }
    }
  }

  /// Reports a problem at `node`.
  mutating func report(_ node: Node, key: String?, value: Node? = nil, _ reason: SettingsProblem.Reason) {
    given.problems.append(
      SettingsProblem(origin: origin(of: node), key: key, value: value?.scalar?.string, reason: reason))
  }

  private func value(_ node: Node) -> GivenSetting.Value {
    if node.isEmpty { return .one(GivenSetting.Item(text: "", origin: origin(of: node))) }
    if let scalar = node.scalar { return .one(GivenSetting.Item(text: scalar.string, origin: origin(of: node))) }
    guard let sequence = node.sequence else { return .other }
    let groups = sequence.compactMap(group)
    if !groups.isEmpty, groups.count == sequence.count { return .groups(groups) }
    var items: [GivenSetting.Item] = []
    for element in sequence {
      guard let scalar = element.scalar else { return .other }
      items.append(GivenSetting.Item(text: element.isEmpty ? "" : scalar.string, origin: origin(of: element)))
    }
    return .list(items)
  }

  /// The keys of an entry of a list; `nil`: it has none.
  private func group(_ node: Node) -> GivenSetting.Group? {
    guard let mapping = node.mapping else { return nil }
    return GivenSetting.Group(
      origin: origin(of: node),
      members: mapping.map { name, value in
        GivenSetting.Group.Member(
          key: SettingsYAML.unmarked(name.scalar?.string ?? ""), origin: origin(of: name), value: self.value(value))
      })
  }

  private func origin(of node: Node) -> SettingsProblem.Origin {
    .file(path, line: node.mark?.line, column: node.mark?.column)
  }
}

extension Node {
  /// Whether nothing was written where this node is, or a null.
  fileprivate var isEmpty: Bool {
    guard let scalar, scalar.style == .plain else { return false }
    return ["", "~", "null"].contains(scalar.string)
  }
}

extension Settings {
  /// The keys that have keys below them.
  static let sections: [String] = rows.reduce(into: []) { sections, row in
    guard let dot = row.key.lastIndex(of: ".") else { return }
    let section = String(row.key[..<dot])
    if !sections.contains(section) { sections.append(section) }
  }
}

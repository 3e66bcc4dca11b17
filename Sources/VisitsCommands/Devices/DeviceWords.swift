import Catalog
import CommandCatalog
import JSON

/// A device as the API shows it, in the words that a person reads.
struct DeviceWords {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String { json["id"]?.string ?? "" }
  /// Where it stands: `invited`, `expired`, `enrolled` or `revoked`.
  var state: String { json["state"]?.string ?? "" }
  /// Whose it is, by id.
  var worker: String { json["worker"]?.string ?? "" }
  /// The worker's name.
  var title: String { words("title") ?? worker }
  /// Until when its code can be used.
  var expires: String { words("expires") ?? "" }
  /// "Sarah Miller, Sarah's phone".
  var sentence: String { [title, json["name"]?.string?.onOneLine].compactMap(\.self).joined(separator: ", ") }

  /// The command that takes it away.
  func revocation(_ reason: String) -> String {
    "\(Invocation.name) devices revoke \(id.suffix(8)) --reason \(Undo.quoted(reason))"
  }

  /// Whether a text names it: the worker's id, a part of their name, or the beginning or end of the id.
  func isNamed(by text: String) -> Bool {
    let text = text.lowercased()
    if worker == text || (!text.isEmpty && title.lowercased().contains(text)) { return true }
    return text.utf8.count >= 4 && (id.hasPrefix(text) || id.hasSuffix(text))
  }

  /// A row of a list.
  var row: [Sheet.Cell] {
    let isUsable = state == "enrolled" || state == "invited"
    let told =
      expires.isEmpty
      ? words("lastHeard").map { DevicePhrase.heard([.time: $0]) } : DevicePhrase.until([.time: expires])
    return [
      Sheet.Cell(title, isUsable ? .bold : .dim), Sheet.Cell(json["name"]?.string), Sheet.Cell(words("status")),
      Sheet.Cell(told, .dim), Sheet.Cell(json["reason"]?.string), Sheet.Cell(String(id.suffix(8)), .dim),
    ]
  }

  private func words(_ name: String) -> String? { json["display"]?[name]?.string?.onOneLine }
}

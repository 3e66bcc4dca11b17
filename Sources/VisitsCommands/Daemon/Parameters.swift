import Catalog
import CommandCatalog
package import JSON
import JSONRPC
import VisitsAPI

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Parameters by name; what is `nil` is left out.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}

extension JSONObject {
  /// Adds a time: an instant as it is, and whatever else a person types as the twin that the daemon resolves in the
  /// visit's zone, with its words in English. This program knows no zones.
  mutating func set(time name: String, _ text: String?) {
    guard let text else { return }
    guard Timestamp(text) == nil else {
      self[name] = .string(text)
      return
    }
    self[Self.twin(name)] = .string(TypedDayWords.inEnglish(text))
  }

  /// Adds a care day, or what a person types for one.
  mutating func set(day name: String, _ text: String?) {
    guard let text else { return }
    self[Day(text) != nil ? name : Self.twin(name)] = .string(TypedDayWords.inEnglish(text))
  }

  /// Adds a text that an empty one takes away.
  mutating func set(erasable name: String, _ text: String?) {
    guard let text else { return }
    self[name] = text.isEmpty ? .null : .string(text)
  }

  /// Adds texts that a single empty one takes away.
  mutating func set(erasable name: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    let said = texts.filter { !$0.isEmpty }
    self[name] = said.isEmpty ? .null : .array(said.map { .string($0) })
  }

  private static func twin(_ name: String) -> String { "local" + name.prefix(1).uppercased() + name.dropFirst() }
}

extension String {
  /// The text as JSON.
  var json: JSONValue { .string(self) }
}

extension JSONValue {
  /// The JSON text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Failure {
  /// The daemon's answer has another form than its documents say.
  static func unfit(_ method: String) -> Failure {
    Failure(
      error: RPCError(
        code: -32000, kind: "notAnAnswer", message: DaemonPhrase.unfit([.method: method])),
      advice: [
        DaemonPhrase.compareVersions([.command: "\(Invocation.name) status", .other: "\(Invocation.name) --version"])
      ])
  }
}

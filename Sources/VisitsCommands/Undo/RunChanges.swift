import Catalog
import CommandCatalog
import JSON

/// The changes that one run of the program makes: the versions that they led to, and how they are taken back.
final class RunChanges {
  /// The things that were changed, each with the first version that was met and the last one that there is.
  private(set) var things: [RememberedChange.Thing] = []
  /// How they are taken back.
  private(set) var undos: [Undo] = []
  /// The versions that the commands of an undo insist on, by id; `nil`: this run is no undo.
  private var insisted: [String: Int64]?

  /// Whether this run takes a change back.
  var isUndoing: Bool { insisted != nil }

  /// The versions that the things have now, by id.
  var versions: [String: Int64] {
    Dictionary(things.map { ($0.id, $0.after) }, uniquingKeysWith: { _, last in last })
  }

  /// From now on the first change of each of these things insists on the version that a remembered change led to.
  func insist(on things: [RememberedChange.Thing]) {
    insisted = Dictionary(things.map { ($0.id, $0.after) }, uniquingKeysWith: { _, last in last })
  }

  /// The parameters of a change, with the version that an undo insists on instead of the one that was looked up.
  func insisting(_ params: JSONObject, of method: String) -> JSONObject {
    let id = params[Self.noun(of: method)]?.string ?? params["id"]?.string
    guard params["expectedVersion"] != nil, let id, let version = insisted?.removeValue(forKey: id) else {
      return params
    }
    var params = params
    params["expectedVersion"] = .integer(version)
    return params
  }

  /// Notes the versions that a change led to.
  func note(_ answer: JSONValue, of method: String, _ params: JSONObject) {
    let noun = Self.noun(of: method)
    for thing in Self.things(in: answer, noun) {
      if let index = things.firstIndex(where: { $0.id == thing.id }) {
        things[index].after = thing.version
      } else {
        let before = params["expectedVersion"]?.integer
        things.append(.init(noun: thing.noun, id: thing.id, before: before, after: thing.version))
      }
    }
  }

  /// Adds how a change of this run is taken back. Several changes of one run are taken back in one step.
  ///
  /// - Returns: All changes of this run as one.
  func add(_ undo: Undo) -> RememberedChange {
    undos.append(undo)
    let commands = undos.reversed().flatMap(\.commands)
    return RememberedChange(
      command: Invocation.again, undo: commands, why: commands.isEmpty ? undo.line : nil, things: things)
  }

  private static func noun(of method: String) -> String { String(method.prefix { $0 != "." }) }

  /// The things that an answer tells of: the series of visits that recur, the record of a task, or things by their noun.
  private static func things(in answer: JSONValue, _ noun: String) -> [(noun: String, id: String, version: Int64)] {
    func thing(_ noun: String, _ json: JSONValue?, id: String = "id") -> (noun: String, id: String, version: Int64)? {
      guard let id = json?[id]?.string, let version = json?["version"]?.integer else { return nil }
      return (noun, id, version)
    }
    if let series = thing("series", answer["series"]) { return [series] }
    if let row = thing("row", answer["row"], id: "task") { return [row] }
    if let one = thing(noun, answer[noun]) { return [one] }
    return (answer["\(noun)s"]?.array ?? []).compactMap { thing(noun, $0) }
  }
}

extension Session {
  /// Remembers a change that no command takes back, so that `visits undo` does not take an earlier one for the last.
  func rememberForGood() { remember(.none(UndoPhrase.noWay.text)) }

  /// Remembers how a change is taken back, for `visits undo`. A change that cannot be remembered was made all the same.
  func remember(_ undo: Undo) {
    guard !changes.isUndoing else { return }
    let isFirst = changes.undos.isEmpty
    let change = changes.add(undo)
    let memory = UndoMemory(self)
    if isFirst { memory.store(memory.changes + [change]) } else { memory.replaceLast(with: change) }
  }
}

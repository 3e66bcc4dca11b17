import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// A kind of person that a command can name.
enum PersonKind: String {
  case worker
  case client

  /// Several of them, as the API and the commands name them.
  var plural: String { rawValue + "s" }

  /// Whether the text could be an id (`api.md`: `[a-z0-9][a-z0-9-]{0,63}`).
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}

extension Session {
  /// Does something with the person that a text names: by its id, or any unambiguous part of the name.
  ///
  /// The text is taken for an id first: most often it is one, and then nothing needs to be looked up.
  func with<Result>(_ kind: PersonKind, _ text: String, _ body: (String) throws -> Result) throws -> Result {
    if PersonKind.isID(text) {
      do {
        return try body(text)
      } catch let error as RPCError where error.isMissing(kind, text) {
        // Not an id: a part of a name, perhaps.
      }
    }
    return try body(try id(of: kind, named: text))
  }

  /// The same where nobody may be named.
  func with<Result>(_ kind: PersonKind, ifNamed text: String?, _ body: (String?) throws -> Result) throws -> Result {
    guard let text else { return try body(nil) }
    return try with(kind, text) { id in try body(id) }
  }

  private func id(of kind: PersonKind, named text: String) throws -> String {
    guard !text.isEmpty else { throw Failure.usage((kind == .worker ? PersonPhrase.emptyWorker : .emptyClient).text) }
    var found = try people(kind, matching: text, includingInactive: false)
    // Those who have left are found too, but never before those who are still here.
    if found.isEmpty { found = try people(kind, matching: text, includingInactive: true) }
    let exact = found.filter { $0["id"]?.string == text || $0["name"]?.string?.lowercased() == text.lowercased() }
    let candidates = exact.count == 1 ? exact : found
    switch candidates.count {
    case 0:
      let meant = nearest(kind, to: text).map { ProgramPhrase.didYouMean([.text: $0]) }
      let list: ProgramPhrase = kind == .worker ? .listWorkers : .listClients
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound",
          message: (kind == .worker ? PersonPhrase.noWorker : .noClient)([.text: text]),
          data: ["thing": .string(kind.rawValue), "id": .string(text)]),
        advice: [meant, list([.command: "\(Invocation.name) \(kind.plural)"])].compactMap { $0 })
    case 1:
      if let id = candidates[0]["id"]?.string { return id }
      throw Failure.unfit("\(kind).list")
    default: throw ambiguous(kind, text, candidates)
    }
  }

  private func people(
    _ kind: PersonKind, matching text: String, includingInactive all: Bool
  ) throws -> [JSONValue] {
    let params: JSONObject = ["match": text.json, "includeInactive": all ? true : nil, "limit": 100]
    return try read("\(kind).list", params)[kind.plural]?.array ?? []
  }

  /// The person whose id or name is written most like the text, as `sarah (Sarah Miller)`.
  private func nearest(_ kind: PersonKind, to text: String) -> String? {
    let known = (try? read("\(kind).list", ["limit": 1000]))?[kind.plural]?.array ?? []
    var people: [String: JSONValue] = [:]
    var words: [String] = []
    for person in known {
      let name = person["name"]?.string ?? ""
      for word in [person["id"]?.string ?? "", name] + name.split(separator: " ").map(String.init)
      where people[word] == nil {
        people[word] = person
        words.append(word)
      }
    }
    guard let person = Nearest.name(to: text, among: words).flatMap({ people[$0] }) else { return nil }
    return "\(person["id"]?.string ?? "") (\(person["name"]?.string ?? ""))"
  }

  private func ambiguous(_ kind: PersonKind, _ text: String, _ candidates: [JSONValue]) -> Failure {
    let rows = candidates.prefix(20).map { ($0["id"]?.string ?? "", $0["name"]?.string ?? "") }
    let width = rows.map(\.0.count).max() ?? 0
    let left = Int64(candidates.count - rows.count)
    let phrase: PersonPhrase = kind == .worker ? .ambiguousWorker : .ambiguousClient
    return Failure(
      error: RPCError(
        code: -32602, kind: "invalidParams",
        message: phrase(count: Int64(candidates.count), [.text: text]),
        data: ["field": .string(kind.rawValue), "candidates": .array(rows.map { .string($0.0) })]),
      advice: rows.map { "\($0.0.padded(to: width))  \($0.1)" }
        + (left > 0 ? [ProgramPhrase.andMore(count: left)] : []))
  }
}

extension RPCError {
  /// Whether it says that there is no such person.
  fileprivate func isMissing(_ kind: PersonKind, _ id: String) -> Bool {
    code == 1404 && data["thing"]?.string == kind.rawValue && data["id"]?.string == id
  }
}

import Catalog
import CommandCatalog
import JSON
import JSONRPC

extension Failure {
  /// Entries stand in the way of an import, and so nothing was taken in. The result lists them too.
  ///
  /// - Parameters:
  ///   - hasRest: Whether anything would be taken without them.
  ///   - isListed: Whether the result lists them already.
  static func importRefused(_ refused: ImportEntries, hasRest: Bool, isListed: Bool) -> Failure {
    Failure(
      error: RPCError(
        code: -32602, kind: "importRefused", message: ImportPhrase.nothing(count: Int64(refused.count)),
        data: ["refused": .array(refused.entries.map(\.json))]),
      advice: refused.lines(isListed: isListed)
        + (hasRest ? [ImportPhrase.takeTheRest([.option: "--skip-invalid"])] : []),
      isInResult: true)
  }

  /// An import that failed as a whole; what the daemon says of the content is about the file, not the command line.
  static func ofImport(_ error: RPCError, of name: String, bytes: Int) -> Failure {
    if let limit = error.data["limit"]?.string, ["uploadBytes", "importSeconds"].contains(limit) {
      return Failure(
        error: error, advice: [ImportPhrase.raiseLimit([.option: "limits.\(limit)"])], status: .badInput)
    }
    if error.data["limit"] == "messageBytes", let limit = error.data["value"]?.integer {
      var error = error
      error.message = ImportPhrase.messageTooLarge(
        count: Int64(bytes), [.path: name, .count: "\(bytes)", .limit: "\(limit)"])
      return Failure(
        error: error, advice: [ImportPhrase.raiseMessageLimit([.option: "limits.messageBytes"])],
        status: .badInput)
    }
    return Failure(error: error, status: error.data["field"] == "content" ? .badInput : nil)
  }
}

/// Entries of an import that were not taken.
struct ImportEntries {
  /// The most that are listed.
  static let listLimit = 20

  /// Each: where it stands, and why. The first of them, where they are many.
  let entries: [String]
  /// How many there are in all.
  let count: Int

  /// - Parameter name: What visitsd calls them: those it lists, and with `More` how many there are beside them.
  init(_ name: String, of answer: JSONValue) {
    entries = (answer[name]?.array ?? []).map(\.importEntry)
    count = entries.count + Int(answer["\(name)More"]?.amount ?? 0)
  }

  /// The first of them, and how many there are beside them.
  func lines(isListed: Bool) -> [String] {
    let first = entries.prefix(Self.listLimit)
    guard count > first.count else { return Array(first) }
    let phrase: ImportPhrase = isListed ? .more : count == entries.count ? .moreAll : .moreFirst
    return first + [phrase(count: Int64(count - first.count), [.number: "\(entries.count)"])]
  }
}

extension JSONValue {
  /// An entry of an import: where it stands, and why it was not taken.
  fileprivate var importEntry: String { "\(self["place"]?.string ?? "?"): \(self["reason"]?.string ?? "")" }
}

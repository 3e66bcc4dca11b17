import JSONRPC

extension Failure {
  /// Entries stand in the way of an import, and so nothing was taken in. The result lists them too.
  ///
  /// - Parameters:
  ///   - hasRest: Whether anything would be taken without them.
  ///   - isListed: Whether the result lists them already.
  static func importRefused(_ refused: ImportEntries, hasRest: Bool, isListed: Bool) -> Failure {
    let count = refused.count == 1 ? "1 entry is" : "\(refused.count) entries are"
    return Failure(
      error: RPCError(
        code: -32602, kind: "importRefused", message: "Nothing was imported, since \(count) refused.",
        data: ["refused": .array(refused.entries.map(\.json))]),
      advice: refused.lines(isListed: isListed) + (hasRest ? ["Take the rest all the same: --skip-invalid"] : []),
      isInResult: true)
  }

  /// An import that failed as a whole; what the daemon says of the content is about the file, not the command line.
  static func ofImport(_ error: RPCError, of name: String, bytes: Int) -> Failure {
    if error.data["limit"] == "uploadBytes" {
      return Failure(
        error: error, advice: ["Or let the operator set more: limits.uploadBytes"], status: .badInput)
    }
    if error.data["limit"] == "messageBytes", let limit = error.data["value"]?.integer {
      var error = error
      error.message = "\(name) has \(bytes) bytes; visitsd takes messages of at most \(limit)."
      return Failure(
        error: error, advice: ["Let the operator set more, the default of 1 MiB: limits.messageBytes"],
        status: .badInput)
    }
    return Failure(error: error, status: error.data["field"] == "content" ? .badInput : nil)
  }
}

/// Entries of an import that were not taken.
struct ImportEntries {
  /// The most that are listed.
  private static let listLimit = 20

  /// Each: where it stands, and why. The first of them, where they are many.
  let entries: [String]
  /// How many there are in all.
  let count: Int

  /// - Parameter name: What visitsd calls them: those it lists, and with `More` how many there are beside them.
  init(_ name: String, of answer: JSONValue) {
    entries = (answer[name]?.array ?? []).map(\.importEntry)
    count = entries.count + Int(answer["\(name)More"]?.integer ?? 0)
  }

  /// The first of them, and how many there are beside them.
  func lines(isListed: Bool) -> [String] {
    let first = entries.prefix(Self.listLimit)
    guard count > first.count else { return Array(first) }
    let all = count == entries.count ? "all of them" : "the first \(entries.count)"
    return first + ["… and \(count - first.count) more" + (isListed ? "" : "; \(all) with --json")]
  }
}

extension JSONValue {
  /// An entry of an import: where it stands, and why it was not taken.
  fileprivate var importEntry: String { "\(self["place"]?.string ?? "?"): \(self["reason"]?.string ?? "")" }
}

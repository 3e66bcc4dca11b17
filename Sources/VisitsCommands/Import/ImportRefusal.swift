import JSONRPC

extension Failure {
  /// Entries stand in the way of an import, and so nothing was taken in. The result lists them too.
  ///
  /// - Parameter isListed: Whether the result lists them already.
  static func importRefused(_ refused: RefusedEntries, isListed: Bool) -> Failure {
    let count = refused.count == 1 ? "1 entry is" : "\(refused.count) entries are"
    return Failure(
      error: RPCError(
        code: -32602, kind: "importRefused", message: "Nothing was imported, since \(count) refused.",
        data: ["refused": .array(refused.entries.map(\.json))]),
      advice: refused.lines(isListed: isListed) + ["Take the rest all the same: --skip-invalid"], isInResult: true)
  }

  /// An import that failed as a whole; what the daemon says of the content is about the file, not the command line.
  static func ofImport(_ error: RPCError, of name: String, bytes: Int) -> Failure {
    if error.data["limit"] == "uploadBytes" {
      let advice = "Or let the operator set more, the default of 64 MiB: limits.uploadBytes"
      return Failure(error: error, advice: [advice], status: .badInput)
    }
    if error.data["limit"] == "messageBytes", let limit = error.data["value"]?.integer {
      var error = error
      error.message = "\(name) has \(bytes) bytes; visitsd takes messages of at most \(limit)."
      return Failure(
        error: error, advice: ["Let the operator set more, the default of 1 MiB: limits.messageBytes"],
        status: .badInput)
    }
    let refused = RefusedEntries(.object(error.data))
    guard refused.count > 0 || error.data["field"] == "content" else { return Failure(error: error) }
    let advice = refused.count == 0 ? [] : ["Take the rest all the same: --skip-invalid"]
    return Failure(error: error, advice: refused.lines(isListed: false) + advice, status: .badInput)
  }
}

/// The entries of an import that are refused.
struct RefusedEntries {
  /// The most that are listed.
  private static let listLimit = 20

  /// Each: where it stands, and why. The first of them, where they are many.
  let entries: [String]
  /// How many there are in all.
  let count: Int

  /// - Parameter answer: What visitsd says of them, `refused` and `refusedMore`.
  init(_ answer: JSONValue) {
    entries = (answer["refused"]?.array ?? []).map(\.refusedEntry)
    count = entries.count + Int(answer["refusedMore"]?.integer ?? 0)
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
  /// A refused entry of an import: where it stands, and why.
  fileprivate var refusedEntry: String { "\(self["place"]?.string ?? "?"): \(self["reason"]?.string ?? "")" }
}

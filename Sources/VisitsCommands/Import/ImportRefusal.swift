import JSONRPC

extension Failure {
  /// The most refused entries that are listed.
  private static let listLimit = 20

  /// Entries stand in the way of an import, and so nothing was taken in. The result lists them too.
  ///
  /// - Parameter isWhole: Whether the result lists all of them already.
  static func importRefused(_ refused: [JSONValue], isWhole: Bool) -> Failure {
    let count = refused.count == 1 ? "1 entry is" : "\(refused.count) entries are"
    return Failure(
      error: RPCError(
        code: -32602, kind: "importRefused", message: "Nothing was imported, since \(count) refused.",
        data: ["refused": .array(refused.map(\.refusedEntry.json))]),
      advice: listed(refused, isWhole: isWhole) + ["Take the rest all the same: --skip-invalid"], isInResult: true)
  }

  /// The first of the refused entries, and how many there are beside them.
  static func listed(_ refused: [JSONValue], isWhole: Bool) -> [String] {
    let rest = refused.count - listLimit
    let first = refused.prefix(listLimit).map(\.refusedEntry)
    return rest <= 0 ? first : first + ["… and \(rest) more" + (isWhole ? "" : "; all of them with --json")]
  }

  /// An import that failed as a whole; what the daemon says of the content is about the file, not the command line.
  static func ofImport(_ error: RPCError, of name: String, bytes: Int) -> Failure {
    if error.data["limit"] == "uploadBytes" { return Failure(error: error, status: .badInput) }
    if error.data["limit"] == "messageBytes", let limit = error.data["value"]?.integer {
      var error = error
      error.message = "\(name) has \(bytes) bytes; visitsd takes messages of at most \(limit)."
      return Failure(
        error: error, advice: ["Let the operator set more, the default of 1 MiB: limits.messageBytes"],
        status: .badInput)
    }
    let entries = error.data["refused"]?.array ?? []
    guard !entries.isEmpty || error.data["field"] == "content" else { return Failure(error: error) }
    let advice = entries.isEmpty ? [] : ["Take the rest all the same: --skip-invalid"]
    return Failure(error: error, advice: listed(entries, isWhole: false) + advice, status: .badInput)
  }
}

extension JSONValue {
  /// A refused entry of an import: where it stands, and why.
  var refusedEntry: String { "\(self["place"]?.string ?? "?"): \(self["reason"]?.string ?? "")" }
}

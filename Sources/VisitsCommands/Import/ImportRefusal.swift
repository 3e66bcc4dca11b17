import JSONRPC

extension Failure {
  /// Entries stand in the way of an import, and so nothing was taken in. The result lists them too.
  static func importRefused(_ entries: [String]) -> Failure {
    let count = entries.count == 1 ? "1 entry is" : "\(entries.count) entries are"
    return Failure(
      error: RPCError(
        code: -32602, kind: "importRefused", message: "Nothing was imported, since \(count) refused.",
        data: ["refused": .array(entries.map(\.json))]),
      advice: entries + ["Take the rest all the same: --skip-invalid"], isInResult: true)
  }

  /// An import that failed as a whole; what the daemon says of the content is about the file, not the command line.
  static func ofImport(_ error: RPCError, of name: String, bytes: Int) -> Failure {
    if error.data["limit"] == "messageBytes", let limit = error.data["value"]?.integer {
      var error = error
      error.message = "\(name) has \(bytes) bytes; visitsd takes messages of at most \(limit)."
      return Failure(
        error: error, advice: ["Split it into several Bundles, or let the operator set more: limits.messageBytes"],
        status: .badInput)
    }
    let entries = error.data["refused"]?.array ?? []
    guard !entries.isEmpty || error.data["field"] == "content" else { return Failure(error: error) }
    let advice = entries.isEmpty ? [] : ["Take the rest all the same: --skip-invalid"]
    return Failure(error: error, advice: entries.map(\.refusedEntry) + advice, status: .badInput)
  }
}

extension JSONValue {
  /// A refused entry of an import: where it stands, and why.
  var refusedEntry: String { "\(self["place"]?.string ?? "?"): \(self["reason"]?.string ?? "")" }
}

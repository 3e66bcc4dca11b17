package import JSON

extension RPCError {
  /// What a caller sent, as an error says it back: not longer than a line.
  package static func echo(_ sent: String) -> String {
    // Scalars, not characters: a character may be of any length.
    let most = 80
    guard sent.unicodeScalars.prefix(most + 1).count > most else { return sent }
    return String(sent.unicodeScalars.prefix(most - 1)) + "…"
  }
}

/// The errors that JSON-RPC 2.0 (section 5.1) and the transport itself know.
extension RPCError {
  /// -32700: the line is no JSON.
  package static func parseError(_ error: JSONSyntaxError) -> RPCError {
    RPCError(
      code: -32700, kind: "parseError", message: "This line is not valid JSON. \(error)",
      data: JSONObject(uniqueMembers: [.init(name: "offset", value: .integer(Int64(error.offset)))]))
  }

  /// -32600: JSON, but no request.
  package static func invalidRequest(_ message: String) -> RPCError {
    RPCError(code: -32600, kind: "invalidRequest", message: message)
  }

  /// -32601: no such method; `nearest` is a known name that the caller may have meant.
  package static func methodNotFound(_ method: String, nearest: String? = nil) -> RPCError {
    let method = echo(method)
    let advice = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
    var data = JSONObject(uniqueMembers: [.init(name: "method", value: .string(method))])
    data["nearest"] = nearest.map(JSONValue.string)
    return RPCError(
      code: -32601, kind: "methodNotFound", message: "There is no method \"\(method)\".\(advice)", data: data)
  }

  /// -32602: a parameter is wrong, missing or unknown.
  ///
  /// - Parameter violated: the rule that it does not keep, told so that a program can say it in a person's language.
  package static func invalidParams(
    field: String?, violated: JSONObject = JSONObject(), _ message: String
  ) -> RPCError {
    var data = JSONObject()
    data["field"] = field.map(JSONValue.string)
    for member in violated.members { data[member.name] = member.value }
    return RPCError(code: -32602, kind: "invalidParams", message: message, data: data)
  }

  /// -32603: something inside is broken. Nothing of it leaves the process but the id under which the log has it.
  package static func internalError(reference: String) -> RPCError {
    RPCError(
      code: -32603, kind: "internalError",
      message: "Something went wrong inside the server; its log has the details under \(reference).",
      data: JSONObject(uniqueMembers: [.init(name: "reference", value: .string(reference))]))
  }

  /// 1413: a limit is met; `limit` is its name, `value` what it is set to.
  package static func tooLarge(limit: String, value: Int, _ message: String) -> RPCError {
    RPCError(
      code: 1413, kind: "tooLarge", message: message,
      data: JSONObject(uniqueMembers: [
        .init(name: "limit", value: .string(limit)), .init(name: "value", value: .integer(Int64(value))),
      ]))
  }

  /// 1429: not now, but again after so many seconds.
  package static func busy(retryAfter seconds: Int, _ message: String) -> RPCError {
    RPCError(
      code: 1429, kind: "busy", message: message,
      data: JSONObject(uniqueMembers: [.init(name: "retryAfter", value: .integer(Int64(seconds)))]))
  }

  /// 1503: nothing of this kind is done at the moment; `reason` is a stable word for why.
  package static func unavailable(reason: String, _ message: String) -> RPCError {
    RPCError(
      code: 1503, kind: "unavailable", message: message,
      data: JSONObject(uniqueMembers: [.init(name: "reason", value: .string(reason))]))
  }

  /// Whether a limit of the transport is met: the connection ends with this answer.
  package var isTooLarge: Bool { code == 1413 }
}

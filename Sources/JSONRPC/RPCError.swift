package import JSON

/// An error as it goes over the wire: `{"code","message","data":{"kind",…}}`.
///
/// `message` is for a person; programs look at `code` and `kind`.
package struct RPCError: Error, Sendable, Hashable {
  /// JSON-RPC's number, or one of the application's own.
  package var code: Int
  /// The stable name of the kind of error, `data.kind` on the wire.
  package var kind: String
  /// What is wrong, with the offending value, and what to do.
  package var message: String
  /// What else a program may want to know; `kind` is not in it.
  package var data: JSONObject

  /// An error of these parts.
  package init(code: Int, kind: String, message: String, data: JSONObject = JSONObject()) {
    self.code = code
    self.kind = kind
    self.message = message
    self.data = data
  }
}

extension RPCError {
  /// Writes the error object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.integer(Int64(code))
    writer.key("message")
    writer.string(message)
    writer.key("data")
    writer.beginObject()
    writer.key("kind")
    writer.string(kind)
    for member in data.members where member.name != "kind" {
      writer.key(member.name)
      writer.value(member.value)
    }
    writer.endObject()
    writer.endObject()
  }

  /// The error object as bytes.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Reads the error object of an answer; `nil` when it is none. Other servers may send no `data`: the kind is then "".
  package init?(_ json: JSONValue) {
    guard let code = json["code"]?.integer, let message = json["message"]?.string else { return nil }
    var data = json["data"]?.object ?? JSONObject()
    let kind = data["kind"]?.string ?? ""
    data["kind"] = nil
    self.init(code: Int(code), kind: kind, message: message, data: data)
  }
}

extension RPCError: CustomStringConvertible {
  /// The message, with code and kind.
  package var description: String { "\(message) (\(code) \(kind))" }
}

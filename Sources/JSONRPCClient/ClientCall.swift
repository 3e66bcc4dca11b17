package import JSON
package import JSONRPC
package import NIOCore

/// A call that an ``RPCClientPool`` sends.
package struct ClientCall: Sendable {
  /// The name of the method.
  package let method: String
  /// The parameters.
  package let params: JSONObject
  /// Whether the call changes nothing, so that it may be sent again.
  package let isRead: Bool
  /// How long the client waits for the answer.
  package let patience: Duration

  /// Creates a call.
  package init(_ method: String, _ params: JSONObject, isRead: Bool, patience: Duration = .seconds(30)) {
    self.method = method
    self.params = params
    self.isRead = isRead
    self.patience = patience
  }

  /// Returns the call as a line, with its end.
  func line(id: Int64) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: 512)
    writer.beginObject()
    writer.key(plain: "jsonrpc")
    writer.string("2.0")
    writer.key(plain: "id")
    writer.integer(id)
    writer.key(plain: "method")
    writer.string(method)
    writer.key(plain: "params")
    writer.value(.object(params))
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

/// The outcome of a call.
package enum ClientReply: Sendable {
  /// The result, as the server wrote it.
  case result(ByteBuffer)
  /// The server's error.
  case failure(RPCError)
  /// There is no answer: no connection, one that broke, or no answer in time. A change may have taken effect.
  case unreachable
}

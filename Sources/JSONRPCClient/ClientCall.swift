package import JSON
package import JSONRPC
package import NIOCore

/// A call that an ``RPCClientPool`` sends.
package struct ClientCall: Sendable {
  /// The name of the method.
  package let method: String
  /// The parameters, as JSON.
  private let params: [UInt8]
  /// Whether the call changes nothing, so that it may be sent again.
  package let isRead: Bool
  /// Whether the call takes a connection of its own, so that it waits behind no other call.
  package let isUrgent: Bool
  /// How long the client waits for the answer.
  package let patience: Duration

  /// Creates a call.
  package init(
    _ method: String, _ params: JSONObject, isRead: Bool, isUrgent: Bool = false, patience: Duration = .seconds(30)
  ) {
    self.method = method
    self.params = JSONValue.object(params).bytes
    self.isRead = isRead
    self.isUrgent = isUrgent
    self.patience = patience
  }

  /// The length of the parameters in bytes. The whole line is at most 256 bytes longer.
  package var length: Int { params.count }

  /// Returns the call as a line, with its end.
  func line(id: Int64) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: params.count + 256)
    writer.beginObject()
    writer.key(plain: "jsonrpc")
    writer.string("2.0")
    writer.key(plain: "id")
    writer.integer(id)
    writer.key(plain: "method")
    writer.string(method)
    writer.key(plain: "params")
    writer.raw(params)
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
  /// There is no connection, or it broke. A change may have taken effect.
  case lost
  /// The answer did not come in time. A change may have taken effect.
  case late
}

package import JSON

/// What a server sends to a client that does not wait for an answer.
package enum RPCIncoming: Sendable {
  /// The answer to the call of that id.
  case answer(id: JSONValue, Result<JSONValue, RPCError>)
  /// Something that the server tells of itself.
  case notification(name: String, params: JSONValue)
}

/// For programs that stay open and wait for several things at once: nothing here waits for an answer.
extension RPCClient {
  /// What to poll for input.
  package var descriptor: Int32 { stream.descriptor }

  /// Sends a call and returns its id; the answer comes by ``received()``.
  package func begin(_ method: String, params: JSONValue = [:]) throws(RPCClientError) -> JSONValue {
    let id = newID()
    try send(Self.request(method, params: params, id: id))
    return id
  }

  /// The next message that has come whole; `nil` when there is none. Throws `closed` when there will be none.
  package func received() throws(RPCClientError) -> RPCIncoming? {
    while true {
      if let line = try whole() { return try Self.incoming(line) }
      let count = try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
        Result { () throws(RPCClientError) in
          let count = try stream.receiveAtOnce(into: buffer)
          if let count { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
          return count
        }
      }.get()
      guard let count else { return nil }
      if count == 0 { throw .closed }
    }
  }

  private func whole() throws(RPCClientError) -> [UInt8]? {
    do throws(LineFramer.TooLong) {
      return try framer.next().map { Array($0) }
    } catch {
      throw .notAnAnswer("A line is longer than \(error.limit) bytes.")
    }
  }

  private static func incoming(_ line: [UInt8]) throws(RPCClientError) -> RPCIncoming {
    let message = try answer(of: line)
    if let name = message["method"]?.string, message["id"] == nil {
      return .notification(name: name, params: message["params"] ?? [:])
    }
    let id = message["id"] ?? .null
    if let result = message["result"] { return .answer(id: id, .success(result)) }
    guard let error = message["error"].flatMap(RPCError.init) else {
      throw .notAnAnswer("It has neither a result nor an error with code and message.")
    }
    return .answer(id: id, .failure(error))
  }
}

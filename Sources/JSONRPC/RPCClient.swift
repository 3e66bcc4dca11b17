package import JSON

/// A blocking JSON-RPC 2.0 client on a UNIX socket, for programs that ask a question or two and end.
package final class RPCClient {
  /// How long connecting, a call, a `send` or a `receiveLine` may take, in milliseconds.
  package var timeout: Int
  let stream: UnixStream
  var framer: LineFramer
  private var lastID: Int64 = 0

  /// A client that is connected.
  ///
  /// - Parameters:
  ///   - timeout: in milliseconds, for connecting and for each later operation.
  ///   - answerLimit: the longest answer that is taken, in bytes.
  package init(path: String, timeout: Int = 10_000, answerLimit: Int = 256 << 20) throws(RPCClientError) {
    stream = try UnixStream(path: path, until: Deadline(milliseconds: timeout))
    framer = LineFramer(limit: answerLimit)
    self.timeout = timeout
  }

  /// Calls a method and waits for its result; an `id` of your own shows in the answer's line only.
  ///
  /// Throws ``RPCError`` when the server refuses and ``RPCClientError`` when there is no answer.
  package func call(_ method: String, params: JSONValue = [:], id: JSONValue? = nil) throws -> JSONValue {
    let deadline = Deadline(milliseconds: timeout)
    let id = id ?? newID()
    do throws(RPCClientError) {
      try send(Self.request(method, params: params, id: id), until: deadline)
    } catch {
      // A server that has closed may have said why before: too many connections, a message too large.
      guard error == .closed else { throw error }
    }
    while true {
      let answer = try Self.answer(of: receiveLine(until: deadline))
      if let error = answer["error"], answer["id"] == id || answer["id"] == .null {
        throw RPCError(error) ?? RPCClientError.notAnAnswer("Its error has no code or no message.")
      }
      if answer["id"] == id, let result = answer["result"] { return result }
      // A notification of the server, or the late answer to a call that was given up.
    }
  }

  /// An id that no call of this client has had.
  func newID() -> JSONValue {
    lastID += 1
    return .integer(lastID)
  }

  static func answer(of line: [UInt8]) throws(RPCClientError) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONScanner.parse(line, depth: 512)
    } catch {
      throw .notAnAnswer("\(error)")
    }
  }

  /// Sends bytes as they are: whole lines, several requests in a row, or nonsense.
  package func send(_ bytes: some Collection<UInt8>) throws(RPCClientError) {
    try send(Array(bytes), until: Deadline(milliseconds: timeout))
  }

  /// The next line that the server sends, without its end; `closed` when there is none any more.
  package func receiveLine() throws(RPCClientError) -> [UInt8] {
    try receiveLine(until: Deadline(milliseconds: timeout))
  }

  /// Closes the sending half; the server still answers what it has got.
  package func finishSending() {
    stream.finishSending()
  }

  /// One request as a line.
  package static func request(_ method: String, params: JSONValue = [:], id: JSONValue?) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    if let id {
      writer.key("id")
      writer.value(id)
    }
    writer.key("method")
    writer.string(method)
    writer.key("params")
    writer.value(params)
    writer.endObject()
    return writer.bytes + [0x0A]
  }

  private func send(_ bytes: [UInt8], until deadline: Deadline) throws(RPCClientError) {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(RPCClientError) in try stream.send(bytes, until: deadline) }
    }.get()
  }

  private func receiveLine(until deadline: Deadline) throws(RPCClientError) -> [UInt8] {
    while true {
      do throws(LineFramer.TooLong) {
        if let line = try framer.next() { return Array(line) }
      } catch {
        throw .notAnAnswer("A line is longer than \(error.limit) bytes.")
      }
      let received = try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
        Result { () throws(RPCClientError) in
          let count = try stream.receive(into: buffer, until: deadline)
          framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          return count
        }
      }.get()
      if received == 0 { throw .closed }
    }
  }
}

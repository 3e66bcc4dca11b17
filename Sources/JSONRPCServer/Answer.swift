import JSONRPC

/// One response object (JSON-RPC 2.0, 5). Its JSON is written only when it is sent. Until then it shares the memory of
/// a finished result with the application's cache. So the bytes are copied only once, into a buffer that is in the
/// processor's cache.
struct Answer {
  let id: RPCID
  let reply: RPCReply

  /// The approximate size of the JSON, in bytes.
  var size: Int {
    let frame = 40 + id.text.utf8.count
    switch reply {
    case .result(let json): return frame + json.count
    case .failure(let error): return frame + 128 + error.message.utf8.count
    }
  }

  /// Appends the response object as JSON to `bytes`.
  func write(to bytes: inout [UInt8]) {
    bytes.append(#"{"jsonrpc":"2.0","id":"#)
    bytes.append(contentsOf: id.text.utf8)
    switch reply {
    case .result(let json):
      bytes.append(#","result":"#)
      bytes.append(contentsOf: json)
    case .failure(let error):
      bytes.append(#","error":"#)
      bytes.append(contentsOf: error.bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

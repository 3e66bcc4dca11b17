import JSON
import JSONRPC

/// What holds for every line that is read as a request or a batch.
enum RequestPromises {
  static func check(_ line: ArraySlice<UInt8>) {
    let limits = RPCLimits()
    let asJSON = Result { () throws(JSONSyntaxError) in try JSONScanner.parse(line, depth: limits.depth) }
    let message: RPCMessage
    do {
      message = try RPCMessage.parse(line, limits: limits)
    } catch {
      demand(JSONScanner.isSound(error.bytes), "a refusal is JSON")
      if error.code == -32700 { demand(isRefused(asJSON), "only what is no JSON is refused as such") }
      return
    }
    if case .failure(let error) = asJSON, case .numberOutOfRange = error.kind {
      // Of a request that would be fine without that number, the reader still finds the id.
    } else {
      demand(!isRefused(asJSON), "a request is JSON")
    }
    switch message {
    case .single(let entry): check(entry)
    case .batch(let entries):
      demand((1...limits.batchEntries).contains(entries.count), "a batch has some entries")
      for entry in entries { check(entry) }
    }
  }

  private static func check(_ entry: RPCMessage.Entry) {
    switch entry {
    case .refused(let error, let id):
      demand(JSONScanner.isSound(error.bytes), "a refusal is JSON")
      if let id { check(id) }
    case .request(let request):
      if let id = request.id { check(id) }
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("jsonrpc")
      writer.string("2.0")
      if let id = request.id {
        writer.key("id")
        writer.raw(id.text.utf8)
      }
      writer.key("method")
      writer.string(request.method)
      writer.key("params")
      writer.value(request.params)
      writer.endObject()
      guard case .single(.request(let again)) = try? RPCMessage.parse(writer.bytes[...], limits: RPCLimits()) else {
        return demand(false, "a request that is written again is one")
      }
      demand(again.id?.text == request.id?.text, "its id is the same to the byte")
      demand(again.method == request.method, "it asks for the same method")
      demand(again.params.bytes == request.params.bytes, "with the same parameters")
    }
  }

  private static func check(_ id: RPCID) {
    demand(id.text.utf8.count <= RPCLimits().idBytes, "an id is not longer than allowed")
    demand(!id.text.utf8.contains(0x0A), "an id has one line")
    demand(id.text.utf8.first != UInt8(ascii: "{") && id.text.utf8.first != UInt8(ascii: "["), "an id is no container")
  }

  private static func isRefused(_ result: Result<JSONValue, JSONSyntaxError>) -> Bool {
    if case .failure = result { true } else { false }
  }
}

extension JSONScanner {
  /// Whether these bytes are JSON.
  static func isSound(_ bytes: [UInt8]) -> Bool { (try? parse(bytes)) != nil }
}

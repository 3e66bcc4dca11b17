import JSON
import JSONRPC

/// That a line that is known by its bytes, and answered without being read, asks just what the line before it asked.
enum KnownLines {
  private static let ids = ["0", "7", "123456789012345678", #""a""#, #""Z_9-z""#]

  static func check(_ line: ArraySlice<UInt8>, others: ArraySlice<ArraySlice<UInt8>>) {
    // As the server does: a line is remembered when reading it has shown that the id found in it is the call's.
    guard let call = CallLine(line), let asked = request(in: line), asked.isAsked(in: call) else { return }
    let text = call.text
    demand(call.says(text), "a line says what it says")
    for other in others + variants(of: line, id: call.id.text) {
      guard let known = CallLine(other), known.says(text) else { continue }
      demand(known.hash == call.hash, "lines that say the same are found under one number")
      guard let read = request(in: other) else { return demand(false, "a line that is known is a request") }
      demand(read.id?.text == known.id.text, "it is answered under its own id")
      demand(read.method == asked.method, "it asks for the same method")
      demand(read.params.bytes == asked.params.bytes, "with the same parameters")
    }
  }

  /// The line under other ids, wherever its id's text stands.
  private static func variants(of line: ArraySlice<UInt8>, id: String) -> [ArraySlice<UInt8>] {
    let id = Array(id.utf8)
    let places = line.indices.dropLast(id.count - 1).filter { line[$0..<$0 + id.count].elementsEqual(id) }
    return places.prefix(4).flatMap { place in
      ids.map { line[..<place] + Array($0.utf8) + line[(place + id.count)...] }
    }
  }

  private static func request(in line: ArraySlice<UInt8>) -> RPCRequest? {
    guard case .single(.request(let request)) = try? RPCMessage.parse(line, limits: RPCLimits()) else { return nil }
    return request
  }
}

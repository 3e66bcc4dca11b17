import JSON
import JSONRPC
import NIOCore

/// One line from the server.
enum ServerLine {
  /// The answer to the call with the id.
  case answer(id: Int64, ClientReply)
  /// A notification, or an error that belongs to no call.
  case other

  /// Reads a line without its end. A result stays bytes, because the client does not look into it.
  init(_ line: ArraySlice<UInt8>) {
    self = Self.result(line) ?? Self.parsed(line)
  }

  /// Returns the answer if the line is a result in the form in which our server writes it; `nil` for any other line.
  private static func result(_ line: ArraySlice<UInt8>) -> ServerLine? {
    let head = #"{"jsonrpc":"2.0","id":"#.utf8
    let middle = #","result":"#.utf8
    guard line.starts(with: head), line.last == UInt8(ascii: "}") else { return nil }
    let digits = line.dropFirst(head.count).prefix(18).prefix { $0 &- UInt8(ascii: "0") < 10 }
    guard !digits.isEmpty, line[digits.endIndex...].starts(with: middle) else { return nil }
    let id = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    return .answer(id: id, .result(ByteBuffer(bytes: line[(digits.endIndex + middle.count)..<(line.endIndex - 1)])))
  }

  private static func parsed(_ line: ArraySlice<UInt8>) -> ServerLine {
    guard let json = try? JSONScanner.parse(Array(line), depth: 512), let id = json["id"]?.integer else {
      return .other
    }
    if let error = json["error"].flatMap(RPCError.init) { return .answer(id: id, .failure(error)) }
    if let result = json["result"] { return .answer(id: id, .result(ByteBuffer(bytes: result.bytes))) }
    return .other
  }
}

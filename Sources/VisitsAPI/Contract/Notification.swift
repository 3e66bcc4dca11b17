import JSON

/// Something that a caller is told behind the answer to its call.
package struct Notification: Sendable {
  /// The method that stands in it.
  package let name: String
  /// Its parameters.
  package let parameters: Schema
  /// What it says, in one sentence.
  package let summary: String

  /// A notification whose parameters are such a value.
  package init(_ name: String, _ parameters: (some WireValue).Type, _ summary: String) {
    self.name = name
    self.parameters = parameters.schema
    self.summary = summary
  }

  /// The line of a notification (JSON-RPC 2.0, 4.1), its end included.
  package static func write(_ name: String, _ parameters: some WireValue, to lines: inout [UInt8]) {
    var writer = JSONWriter(reservingCapacity: 256)
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    writer.key("method")
    writer.string(name)
    writer.key("params")
    parameters.write(to: &writer)
    writer.endObject()
    lines.append(contentsOf: writer.bytes)
    lines.append(UInt8(ascii: "\n"))
  }
}

package import JSONRPC

/// Which page of a list that is in order of start.
package struct PageParameters: Sendable, Hashable {
  /// How many at most; default 100.
  package let limit: Int?
  /// Where the page before ended.
  package let after: String?

  package init(from reader: inout ParameterReader) throws(RPCError) {
    limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
    after = try reader.optional("after", .text(1, 128), "Where the page before ended.")
  }
}

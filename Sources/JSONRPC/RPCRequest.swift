package import JSON

/// The id of a call: the JSON text that the caller wrote, kept byte for byte.
///
/// `1.0`, `1e2` and `"\u0041"` come back as they are; no number of any size is rounded.
package struct RPCID: Sendable {
  /// JSON text: a string, a number or `null`. A short one takes no allocation.
  package let text: String

  /// `null`, for answers to what has no readable id.
  package static let null = RPCID(text: "null")

  /// An id of that JSON text.
  init(text: String) {
    self.text = text
  }
}

/// One request (JSON-RPC 2.0, section 4).
package struct RPCRequest: Sendable {
  /// The id; `nil` for a notification, which is never answered.
  package let id: RPCID?
  /// The method's name.
  package let method: String
  /// The parameters, an object; empty when there are none.
  package let params: JSONValue
  /// Where the id stands in the line, counted from its first byte.
  let idRange: Range<Int>?

  /// Whether nobody waits for an answer.
  package var isNotification: Bool { id == nil }

  /// Whether what the line calls its id is the id of this request.
  package func isAsked(in line: CallLine) -> Bool { line.isID(at: idRange) }
}

/// What stands on one line: a request or a batch of them (JSON-RPC 2.0, sections 4 and 6).
package enum RPCMessage: Sendable {
  /// A request or what is none.
  package enum Entry: Sendable {
    /// A request.
    case request(RPCRequest)
    /// JSON that is no proper request, with the id that the answer carries; without one nothing is answered.
    case refused(RPCError, id: RPCID?)
  }

  /// A single request.
  case single(Entry)
  /// A batch, never empty.
  case batch([Entry])

  /// Reads a line in one pass over its bytes.
  ///
  /// Throws what is answered with id `null` instead: no JSON, an empty batch, or a limit that is met.
  package static func parse(_ line: ArraySlice<UInt8>, limits: RPCLimits) throws(RPCError) -> RPCMessage {
    try line.withUnsafeBufferPointer { bytes throws(RPCError) in
      var reader = MessageReader(bytes, limits: limits)
      return try reader.message()
    }
  }
}

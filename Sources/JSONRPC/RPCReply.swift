package import JSON

/// What a call comes to.
package enum RPCReply: Sendable {
  /// The finished JSON of the result.
  case result([UInt8])
  /// Why there is none.
  case failure(RPCError)

  /// Whether it is an error.
  package var isFailure: Bool {
    if case .failure = self { true } else { false }
  }

  /// A result that is still a value.
  package static func value(_ value: JSONValue) -> RPCReply { .result(value.bytes) }
}

/// What a call comes to.
package enum RPCReply: Sendable {
  /// The finished JSON of the result.
  case result([UInt8])
  /// Why there is none.
  case failure(RPCError)

  /// A result that is still a value.
  package static func value(_ value: JSONValue) -> RPCReply { .result(value.bytes) }
}

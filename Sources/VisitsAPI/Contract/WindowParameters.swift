import JSONRPC

/// Which visits a method is about: those that are planned to start in a window, of everybody or of some.
package struct WindowParameters: Sendable, Hashable {
  /// The first moment or day.
  package let from: Bound?
  /// The moment or day that is no longer in it.
  package let to: Bound?
  /// The zone of days; default the worker's or client's, else the agency's.
  package let timeZone: String?

  /// Takes `from`, `to` and `timeZone`.
  init(from reader: inout ParameterReader) throws(RPCError) {
    from = try reader.bound(
      "from", "The first moment or day; planned starts count. Without it, the earliest visit there is.")
    to = try reader.bound("to", "The moment or day that is no longer in it. Without it, there is no end.")
    timeZone = try reader.optional(
      "timeZone", .timeZone, "The zone of days; default the worker's or client's, else the agency's.")
  }
}

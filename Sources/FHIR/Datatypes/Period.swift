/// A span of time with open or closed ends.
package struct Period: Sendable, Hashable, JSONReadable {
  /// The beginning, open if absent.
  package let start: FHIRDateTime?
  /// The end, inclusive, open if absent.
  package let end: FHIRDateTime?

  init(_ json: JSONView) throws(FHIRProblem) {
    start = try json.dateTime("start")
    end = try json.dateTime("end")
  }

  /// Whether a moment, in milliseconds since 1970, lies in it.
  package func contains(_ milliseconds: Int64) -> Bool {
    if let start, milliseconds < start.start { return false }
    if let end, milliseconds >= end.end { return false }
    return true
  }
}

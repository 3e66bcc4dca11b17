package import JSONRPC

/// `event.wait`: waits for changes.
package enum EventWait: Method {
  /// What `event.wait` takes.
  package struct Parameters: MethodParameters {
    /// A cursor; absent or 0: from the floor.
    package let since: String?
    /// Only these nouns.
    package let topics: [EventTopic]
    /// How long to wait, in seconds.
    package let timeout: Int

    package init(from reader: inout ParameterReader) throws(RPCError) {
      since = try reader.optional(
        "since", .cursor, "A cursor; absent or 0: from the floor, for a device from the last 2,000.")
      topics = try reader.optional("topics", .list(of: .word(), maximum: 16), "Only these nouns.") ?? []
      timeout = try reader.required("timeout", .integer(0...60), "How long to wait, in seconds.")
    }
  }

  /// Events, and where to go on.
  package struct Answer: WireObject {
    /// In order.
    package var events: [EventView]
    /// Send it as `since` for what comes next.
    package var cursor: String

    package init(events: [EventView], cursor: String) {
      self.events = events
      self.cursor = cursor
    }

    package static let members: [Member<Answer>] = [
      Member("events", { $0.events }, "In order, at most 1,000."),
      Member("cursor", { $0.cursor }, "Send it as since for what comes next."),
    ]
  }

  package static let name = "event.wait"
  package static let summary =
    "Waits until something has changed since a cursor; at once if it has. A device hears of its worker's own things."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.everybody.subtracting([.gateway])
  package static let errors: [ErrorKind] = [.cursorGone]
}

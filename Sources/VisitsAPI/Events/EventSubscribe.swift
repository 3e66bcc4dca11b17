package import JSONRPC

/// `event.subscribe`: tells of changes as they happen.
package enum EventSubscribe: Method {
  /// What `event.subscribe` takes.
  package struct Parameters: MethodParameters {
    /// A cursor; 0: the floor; absent: from now on.
    package let since: String?
    /// Only these nouns.
    package let topics: [EventTopic]

    package init(from reader: inout ParameterReader) throws(RPCError) {
      since = try reader.optional("since", .cursor, "A cursor; 0: from the floor; absent: from now on.")
      topics = try reader.optional("topics", .list(of: .word(), maximum: 16), "Only these nouns.") ?? []
    }
  }

  /// Where the notifications begin.
  package struct Answer: WireObject {
    /// Everything behind it is told.
    package var cursor: String

    package init(cursor: String) {
      self.cursor = cursor
    }

    package static let members: [Member<Answer>] = [
      Member("cursor", { $0.cursor }, "Everything behind it is told.")
    ]
  }

  /// The last notification to a reader that fell behind.
  package struct Lagged: WireObject {
    /// Where to go on.
    package var cursor: String

    package init(cursor: String) {
      self.cursor = cursor
    }

    package static let members: [Member<Lagged>] = [
      Member("cursor", { $0.cursor }, "Subscribe again from here: nothing is lost.")
    ]
  }

  /// That the sync stands otherwise than before.
  package struct SyncChanged: WireObject {
    /// Where it stands.
    package var state: SyncIndicator.State
    /// Changes that upstream has not confirmed.
    package var pending: Int
    /// Changes that a person must see to.
    package var parked: Int

    package init(state: SyncIndicator.State, pending: Int, parked: Int) {
      self.state = state
      self.pending = pending
      self.parked = parked
    }

    package static let members: [Member<SyncChanged>] = [
      Member("state", { $0.state }, "Where it stands."),
      Member("pending", { $0.pending }, "Changes that upstream has not confirmed."),
      Member("parked", { $0.parked }, "Changes that a person must see to."),
    ]
  }

  package static let name = "event.subscribe"
  package static let summary =
    "Tells of changes since a cursor, and of each as it happens, until the connection ends or subscribes anew."
  package static let effect = MethodEffect.read
  /// Not for devices: what a connection is told carries no name of whose it is, and goes on when a token is revoked.
  package static let roles: Set<Role> = EventWait.roles.subtracting([.caregiver])
  package static let errors: [ErrorKind] = [.cursorGone]
  package static let notifications = [
    Notification("event", EventView.self, "Something has changed."),
    Notification(
      "sync", SyncChanged.self, "The sync stands otherwise than before; with topics it is not told, and never twice."),
    Notification(
      "event.lagged", Lagged.self, "The reader fell far behind and is told nothing more; subscribe again from there."),
  ]
}

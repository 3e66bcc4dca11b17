/// Something that is sent upstream as one: a visit with its Appointment and Encounter, an emergency with its Flag, what
/// was recorded of a care task with its Task. A record that is refused must not hold up the visit that it was made in.
package struct SyncThing: Sendable, Hashable, RawRepresentable {
  /// The store's own name for it, which nothing here looks into.
  package let rawValue: String

  /// A thing by its name.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// A value that a run holds for its machine: a resource to send, an answer, a page.
package struct SyncHandle: Sendable, Hashable, RawRepresentable {
  /// A number that the run chooses.
  package let rawValue: Int

  /// A handle by its number.
  package init(rawValue: Int) { self.rawValue = rawValue }
}

/// One resource of a thing, to be written upstream. Its attempt is stored.
package struct PushEntry: Sendable, Hashable {
  /// How it is written.
  package enum Method: String, Sendable, Hashable, CaseIterable {
    /// PUT to an id of our choice; the first with `If-None-Match: *`.
    case create
    /// POST with `If-None-Exist`: the server chooses the id, and what became of a lost one only a search can tell.
    case post
    /// PUT with `If-Match`.
    case update
  }

  /// The resource and its attempt.
  package var handle: SyncHandle
  /// How it is written.
  package var method: Method
  /// Whether an update can say which version it builds on.
  package var hasBase: Bool
  /// Whether a person has decided that it is asked for again where it is not found.
  package var isDecided: Bool

  /// A resource to write.
  package init(_ handle: SyncHandle, _ method: Method, hasBase: Bool = true, isDecided: Bool = false) {
    self.handle = handle
    self.method = method
    self.hasBase = hasBase
    self.isDecided = isDecided
  }
}

/// What waits in the outbox, as it is loaded.
package struct WaitingThing: Sendable, Hashable {
  /// Which.
  package var thing: SyncThing
  /// Its stored attempts of which it is not known whether they arrived.
  package var attempts: [PushEntry]

  /// Something that waits.
  package init(_ thing: SyncThing, attempts: [PushEntry] = []) {
    self.thing = thing
    self.attempts = attempts
  }
}

/// The result of preparing a thing that is to be sent.
package struct PreparedThing: Sendable, Hashable {
  /// Which.
  package var thing: SyncThing
  /// Its resources in the order in which it is safe to write them one by one; none: upstream has it all already.
  package var entries: [PushEntry]

  /// A thing with its resources.
  package init(_ thing: SyncThing, _ entries: [PushEntry]) {
    self.thing = thing
    self.entries = entries
  }
}

/// What a read or a search of a resource told, compared with the attempts of ours and with what was agreed.
package enum PushFinding: Sendable, Hashable {
  /// It is as an attempt of ours made it.
  case ours
  /// It is as both sides agreed: no attempt of ours has arrived.
  case unchanged
  /// Somebody else has changed it.
  case changed
  /// It is not there.
  case absent
  /// Several resources carry our identifier.
  case several
  /// The server took another resource, without our identifier, for the one that was to be created.
  case foreign
}

/// Why something is parked.
package enum ParkReason: Sendable, Hashable {
  /// Upstream refused it for good, with its own words.
  case refused(words: String)
  /// It is too large, even alone.
  case tooLarge
  /// Upstream forbids it.
  case failing
  /// It was taken from upstream, or never arrived: it is not there to be changed.
  case absent
  /// Whether it was made is not known, and to ask for it again might make it twice.
  case unknown
  /// Several resources upstream carry its identifier.
  case several
  /// The server has created nothing, since it takes a record that is not ours for it.
  case foreign
  /// It was brought together with upstream's changes twice, and was in conflict a third time.
  case conflict
}

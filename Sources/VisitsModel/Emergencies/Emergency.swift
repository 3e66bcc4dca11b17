/// A raised alarm: somebody in the field needs help now (`product.md`, An emergency; FHIR Flag).
package struct Emergency: Sendable, Hashable {
  /// That somebody of the office has taken it up, or has ended it.
  package struct Handling: Sendable, Hashable {
    /// When.
    package var at: Instant
    /// Who, as the audit names them.
    package var by: String
    /// In their words.
    package var note: String?

    /// What was done.
    package init(at: Instant, by: String, note: String?) {
      self.at = at
      self.by = by
      self.note = note
    }
  }

  /// Where it stands in its life.
  package enum State: String, Sendable, Hashable {
    case raised
    case acknowledged
    case resolved
  }

  /// The id.
  package var id: EmergencyID
  /// Who needs help.
  package var worker: WorkerID
  /// During which visit, if known.
  package var visit: VisitID?
  /// What was said, a line for each time that it was raised.
  package var note: String?
  /// Where, when it was raised last.
  package var position: Position?
  /// When it was raised first.
  package var at: Instant
  /// When we heard of it.
  package var receivedAt: Instant
  /// Whether the clock that told `at` was plainly wrong.
  package var isClockSuspect: Bool
  /// Who raised it, as the audit names them.
  package var raisedBy: String
  /// How often it was raised while it was open.
  package var raises: Int
  /// When it was raised last, by our clock: from then on it is told anew.
  package var lastRaisedAt: Instant
  /// Who has taken it up since it was raised last.
  package var acknowledged: Handling?
  /// Who has ended it.
  package var resolved: Handling?
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// An alarm; version and instant are set by the store when it is kept.
  package init(
    id: EmergencyID, worker: WorkerID, visit: VisitID?, note: String?, position: Position?, at: Instant,
    receivedAt: Instant, isClockSuspect: Bool, raisedBy: String, raises: Int = 1, lastRaisedAt: Instant? = nil,
    acknowledged: Handling? = nil, resolved: Handling? = nil, version: Int = 0,
    updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.worker = worker
    self.visit = visit
    self.note = note
    self.position = position
    self.at = at
    self.receivedAt = receivedAt
    self.isClockSuspect = isClockSuspect
    self.raisedBy = raisedBy
    self.raises = raises
    self.lastRaisedAt = lastRaisedAt ?? receivedAt
    self.acknowledged = acknowledged
    self.resolved = resolved
    self.version = version
    self.updatedAt = updatedAt
  }

  /// Since when somebody is known to need help: a time that lies ahead is kept as it was sent, and shown to nobody as
  /// the beginning.
  package var since: Instant { min(at, receivedAt) }

  /// Where it stands.
  package var state: State {
    if resolved != nil { return .resolved }
    return acknowledged == nil ? .raised : .acknowledged
  }

  /// Whether nobody has ended it.
  package var isOpen: Bool { resolved == nil }
}

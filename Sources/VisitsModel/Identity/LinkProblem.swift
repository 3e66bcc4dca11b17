/// Why a worker or client cannot be linked to a record upstream, or the link cannot be undone.
package enum LinkProblem: Sendable, Hashable {
  /// A text that names no record.
  case noRecord(String)
  /// A record of a type that is not the person's.
  case otherKind(record: String, expected: String)
  /// A record whose server is not named, where none is configured and no import has brought the record.
  case noServer(record: String)
  /// A record that several systems have: each as it is written in full.
  case severalServers(record: String, [String])
  /// The person stands for another record already, of this server or of a former one.
  case otherRecord(name: String, record: String)
  /// The record was linked to somebody else by the office.
  case linkedToOther(record: String, name: String)
  /// Upstream has merged the record into another.
  case mergedUpstream(record: String, into: String)
  /// Both people are in an emergency that is not resolved.
  case bothInEmergency(name: String)
  /// Both people have a session that has not ended.
  case bothInSession(name: String)
  /// A link to be undone that the office did not make.
  case notLinked(name: String)
  /// A link to be undone through which the record has come already.
  case hasCome(name: String, record: String)
}

/// What linking a worker or client to a record upstream has done.
package struct LinkOutcome: Sendable, Hashable {
  /// The record, as `Practitioner/123`.
  package var record: String
  /// Whether the record has not come yet: the next sync or import brings it.
  package var isAwaited: Bool
  /// The id of the person who was merged into this one; `nil`: nobody was.
  package var merged: String?
  /// How many visits stood twice and are one now.
  package var united: Int
  /// The visits that stand twice still: a coordinator must decide which of each two holds.
  package var twice: [VisitID]

  /// What a link has done.
  package init(
    record: String, isAwaited: Bool = false, merged: String? = nil, united: Int = 0, twice: [VisitID] = []
  ) {
    self.record = record
    self.isAwaited = isAwaited
    self.merged = merged
    self.united = united
    self.twice = twice
  }
}

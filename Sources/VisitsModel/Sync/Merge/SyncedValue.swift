/// One field of a visit with its value, as a person is shown it when the two sides differ.
package enum SyncedValue: Sendable, Hashable, Codable {
  case plan(SyncedVisit.Plan)
  case worker(WorkerID?)
  case client(ClientID)
  case address(String?)
  case service(String?)
  case note(String?)
  case life(SyncedLife)
}

/// A change of ours that gave way to one of upstream's. It stays visible.
package struct Overruled: Sendable, Hashable, Codable {
  /// What stood here.
  package var ours: SyncedValue
  /// What stands there, and here from now on.
  package var theirs: SyncedValue

  /// A value that gave way to another of the same field.
  package init(ours: SyncedValue, theirs: SyncedValue) {
    self.ours = ours
    self.theirs = theirs
  }
}

/// Two changes that no rule can bring together: a person decides, and until then nothing of the visit goes either way.
package struct Clash: Sendable, Hashable, Codable {
  /// What clashes.
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Called off upstream, but started or completed here.
    case cancelled
    /// Given to somebody else upstream, but started or completed here.
    case reassigned
    /// Moved to another day upstream, but started or completed here.
    case rescheduled
    /// Taken back upstream, but somebody was there.
    case withdrawn
    /// What somebody recorded here belongs to another visit upstream.
    case moved
    /// Both sides say when somebody came or left, and not the same.
    case actualTimes
    /// Taken back to the plan here, while upstream says something new of what happened.
    case reopened
  }

  /// What clashes.
  package var kind: Kind
  /// What stands here.
  package var ours: SyncedValue
  /// What stands there.
  package var theirs: SyncedValue

  /// Two values that clash.
  package init(_ kind: Kind, ours: SyncedValue, theirs: SyncedValue) {
    self.kind = kind
    self.ours = ours
    self.theirs = theirs
  }
}

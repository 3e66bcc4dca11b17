package import VisitsModel

/// Where the sync with the agency's system of record stands, for whom it is shown.
package struct SyncFacts: Sendable, Hashable {
  /// Changes that the system refused for good: a person must see to them.
  package struct Parked: Sendable, Hashable {
    /// How many there are.
    package var count: Int
    /// How many of them are emergencies.
    package var emergencies: Int
    /// At whose home the visit of the first is, emergencies aside; `nil`: it is about something else.
    package var client: String?
    /// When that visit starts.
    package var start: Instant?
    /// Where the client is.
    package var zone: Zone?

    /// So many changes.
    package init(count: Int, emergencies: Int = 0, client: String? = nil, start: Instant? = nil, zone: Zone? = nil) {
      self.count = count
      self.emergencies = emergencies
      self.client = client
      self.start = start
      self.zone = zone
    }
  }

  /// What the indicator says; `nil`: there is no such system.
  package var standing: SyncStanding?
  /// Whether a schedule was ever taken from it.
  package var wasEverPulled: Bool
  /// What a person must see to; `nil`: nothing.
  package var parked: Parked?
  /// Why nothing is saved here at the moment; `nil`: it is.
  package var unsaved: Refusal.Unavailability?

  /// Facts.
  package init(
    _ standing: SyncStanding?, wasEverPulled: Bool, parked: Parked? = nil, unsaved: Refusal.Unavailability? = nil
  ) {
    self.standing = standing
    self.wasEverPulled = wasEverPulled
    self.parked = parked
    self.unsaved = unsaved
  }

  /// No such system: what stands here is all there is.
  ///
  /// - Parameter unsaved: Why nothing is saved here at the moment; `nil`: it is.
  package static func noUpstream(unsaved: Refusal.Unavailability?) -> SyncFacts {
    SyncFacts(nil, wasEverPulled: false, unsaved: unsaved)
  }

  /// The same while everything is saved.
  package static let noUpstream = noUpstream(unsaved: nil)

  /// The first attempt is under way, and there is nothing to show before it ends.
  package var isLoading: Bool { standing?.isLoading ?? false }

  /// Whether several attempts failed in a row, or one that no further try will mend.
  var isFailing: Bool { standing?.isFailing ?? false }

  /// Whether the network cannot be reached.
  var isOffline: Bool { standing?.isUnreachable ?? false }

  /// The next attempt.
  var retryAt: Instant? { standing?.retryAt }
}

package import VisitsModel

/// Where sync stands, as it is told while it runs.
package struct SyncReport: Sendable, Hashable {
  /// When what changed upstream is fetched.
  package var pull: SyncLoop
  /// When what waits here is sent.
  package var push: SyncLoop
  /// What stopped the last pull; `nil`: nothing, or no request did.
  package var pullTrouble: ExchangeTrouble?
  /// The same of the last push.
  package var pushTrouble: ExchangeTrouble?
  /// Whether a schedule was ever taken from upstream.
  package var wasEverPulled: Bool
  /// Whether a person wants it done now, and the loops have not heard of it.
  package var isAsked = false
  /// Whether what was made here without upstream is still to be queued for it.
  package var isLocalWaiting = false
  /// When all was in step last before the process started, as far as it was written down.
  package var syncedBefore: Instant?
  /// How many records the pull that is under way has taken in.
  package var taken = 0
  /// When the next sync begins that somebody has asked for and waits for; `nil`: nobody waits.
  package var askedAt: Instant?

  /// The two loops as they are told of.
  package var loops: (pull: LoopReport, push: LoopReport) {
    (LoopReport(pull, stoppedBy: pullTrouble), LoopReport(push, stoppedBy: pushTrouble))
  }

  /// What the indicator says of these rows.
  package func standing(of rows: SyncStanding.Rows) -> SyncStanding {
    SyncStanding(
      pull: pull, push: push, wasEverPulled: wasEverPulled, isAsked: isAsked, isLocalWaiting: isLocalWaiting,
      before: syncedBefore, own: rows)
  }

  /// Whether somebody's Today looks the same.
  func looks(like other: SyncReport) -> Bool {
    [SyncStanding.Rows(), SyncStanding.Rows(pending: 1)].allSatisfy { standing(of: $0) == other.standing(of: $0) }
  }
}

/// What an operator is told of sync.
package enum SyncNotice: Sendable {
  /// It is in another condition than before: of the two loops, the worse counts.
  ///
  /// - Parameter changes: How often it has changed since the journal was told of it; `nil`: that is not to be told now.
  case condition(SyncLoop.Condition, changes: Int?)
  /// A person must see to a change that upstream does not take.
  case parked(SyncThing)
  /// The same of so many.
  case severalParked(Int)
  /// Something of this type upstream cannot be read. Not which: upstream's ids may be names.
  case unread(type: String)
  /// So much upstream cannot be read.
  case severalUnread(Int)
  /// Upstream refuses an emergency in either form. It is tried on.
  case emergencyRefused(EmergencyID)
  /// Something that should never happen.
  case fault(any Error)
}

package import VisitsModel

/// A snapshot of the state of sync, published after each step for those who report it.
package struct SyncReport: Sendable, Hashable {
  /// The state of the loop that pulls.
  package var pull: SyncLoop
  /// The state of the loop that pushes.
  package var push: SyncLoop
  /// The failure of the request that stopped the last pull; `nil` if no request stopped it.
  package var pullTrouble: ExchangeTrouble?
  /// The failure of the request that stopped the last push; `nil` if no request stopped it.
  package var pushTrouble: ExchangeTrouble?
  /// Whether a schedule was ever pulled from upstream.
  package var wasEverPulled: Bool
  /// Whether a user has requested a sync that has not begun yet.
  package var isAsked = false
  /// Whether changes that were made without an upstream server, or imported, must still be added to the outbox.
  package var isLocalWaiting = false
  /// The time of the last complete sync before the process started; `nil` if none is stored.
  package var syncedBefore: Instant?
  /// The number of records that the current pull has merged; 0 if no pull is running.
  package var taken = 0
  /// The time at which the next requested sync starts; `nil` if none is waiting.
  package var askedAt: Instant?

  /// The two loops in the form in which `sync.status` reports them.
  package var loops: (pull: LoopReport, push: LoopReport) {
    (LoopReport(pull, stoppedBy: pullTrouble), LoopReport(push, stoppedBy: pushTrouble))
  }

  /// Returns the state that the sync indicator shows.
  ///
  /// - Parameter rows: The numbers of changes in the outbox that are waiting or parked.
  package func standing(of rows: SyncStanding.Rows) -> SyncStanding {
    SyncStanding(
      pull: pull, push: push, wasEverPulled: wasEverPulled, isAsked: isAsked, isLocalWaiting: isLocalWaiting,
      before: syncedBefore, own: rows)
  }

  /// Returns whether the sync indicator looks the same for both reports. The comparison is made for an empty outbox and
  /// for an outbox with one waiting change.
  func looks(like other: SyncReport) -> Bool {
    [SyncStanding.Rows(), SyncStanding.Rows(pending: 1)].allSatisfy { standing(of: $0) == other.standing(of: $0) }
  }
}

/// A notice about sync for the operator.
package enum SyncNotice: Sendable {
  /// The condition of sync has changed. The condition of sync is the worse condition of the two loops.
  ///
  /// - Parameter changes: The number of changes of the condition since the last journal line about it; `nil` if no
  ///   journal line may be written now.
  case condition(SyncLoop.Condition, changes: Int?)
  /// An entity was parked: upstream does not accept its change, and the coordinator must decide.
  case parked(SyncThing)
  /// This number of entities was parked since the last notice about parked entities.
  case severalParked(Int)
  /// An upstream record of this type cannot be merged. The notice leaves out the record's id, because upstream may use
  /// names as ids.
  case unread(type: String)
  /// This number of upstream records could not be merged since the last notice about such records.
  case severalUnread(Int)
  /// All problems of this kind that were reported are settled.
  case settled(SyncProblem.Kind)
  /// Upstream does not accept an emergency, neither in full nor in its simplest form. Sync keeps trying.
  case emergencyRefused(EmergencyID)
  /// A refused emergency waits no more: upstream has accepted it, or it need not be sent.
  case emergencySettled(EmergencyID)
  /// An unexpected error, for example of the store.
  case fault(any Error)
}

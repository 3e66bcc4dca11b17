package import VisitsModel

/// The state of sync while it runs, for reports.
package struct SyncReport: Sendable, Hashable {
  /// The loop that pulls.
  package var pull: SyncLoop
  /// The loop that pushes.
  package var push: SyncLoop
  /// The trouble of the request that stopped the last pull; `nil` if no request stopped it.
  package var pullTrouble: ExchangeTrouble?
  /// The trouble of the request that stopped the last push; `nil` if no request stopped it.
  package var pushTrouble: ExchangeTrouble?
  /// Whether a schedule was ever pulled from upstream.
  package var wasEverPulled: Bool
  /// Whether a user has requested a sync that the loops have not begun.
  package var isAsked = false
  /// Whether changes that were made without an upstream still have to be enqueued.
  package var isLocalWaiting = false
  /// The stored time when both sides were last in sync before the process started; `nil` if none is stored.
  package var syncedBefore: Instant?
  /// The number of records that the current pull has merged.
  package var taken = 0
  /// The start of the next requested sync; `nil` if none is waiting.
  package var askedAt: Instant?

  /// The two loops as reported to callers.
  package var loops: (pull: LoopReport, push: LoopReport) {
    (LoopReport(pull, stoppedBy: pullTrouble), LoopReport(push, stoppedBy: pushTrouble))
  }

  /// Returns the state of the sync indicator, given the counts of outbox rows.
  package func standing(of rows: SyncStanding.Rows) -> SyncStanding {
    SyncStanding(
      pull: pull, push: push, wasEverPulled: wasEverPulled, isAsked: isAsked, isLocalWaiting: isLocalWaiting,
      before: syncedBefore, own: rows)
  }

  /// Returns whether the sync indicator shows the same for both reports: without waiting changes, and with one.
  func looks(like other: SyncReport) -> Bool {
    [SyncStanding.Rows(), SyncStanding.Rows(pending: 1)].allSatisfy { standing(of: $0) == other.standing(of: $0) }
  }
}

/// A notice about sync for the operator.
package enum SyncNotice: Sendable {
  /// The condition of sync has changed. The worse condition of the two loops counts.
  ///
  /// - Parameter changes: The number of changes since the last journal line about the condition; `nil` if no line is to
  ///   be written now.
  case condition(SyncLoop.Condition, changes: Int?)
  /// The coordinator must decide about a change that upstream does not accept.
  case parked(SyncThing)
  /// The coordinator must decide about this number of changes.
  case severalParked(Int)
  /// An upstream record of this type cannot be read. The notice leaves out the id, because upstream's ids may be names.
  case unread(type: String)
  /// This number of upstream records cannot be read.
  case severalUnread(Int)
  /// Upstream refuses, forbids or cannot process an emergency, in its whole and in its simplest form. Sync keeps
  /// trying.
  case emergencyRefused(EmergencyID)
  /// An error that should never happen.
  case fault(any Error)
}

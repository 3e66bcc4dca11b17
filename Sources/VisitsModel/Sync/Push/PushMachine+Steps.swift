extension PushMachine {
  /// What a run is to bring upstream.
  package enum Scope: Sendable, Hashable {
    /// All that waits in the outbox.
    case outbox
    /// This alone: an emergency in the express lane.
    case only(WaitingThing)
  }

  /// What can happen. Each is the answer to the effect of the same name; a machine waits for one at a time.
  package enum Event: Sendable, Hashable {
    /// A run begins.
    case begin(Scope)
    /// What waits, at most as many as were asked for; none: that is all.
    case loaded([WaitingThing])
    /// These are ready, their attempts stored. The run has parked those that could not be made ready; they are left out.
    case prepared([PreparedThing])
    /// All that was sent was taken. The answer's handle.
    case taken(SyncHandle)
    /// The same but for these: in their place something stood there already, which may be ours or not.
    case met([SyncThing], taken: SyncHandle)
    /// What a read or a search told.
    case found(PushFinding)
    /// A request came to nothing.
    case trouble(RequestTrouble)
    /// Whether there is a fresh token.
    case renewed(Bool)
    /// What came of it.
    case reconciled(Reconciled)
  }

  /// What came of bringing a thing together with what was read.
  package enum Reconciled: Sendable, Hashable {
    /// Upstream has just what is stored here: it has left the outbox.
    case settled
    /// There is something left to send.
    case toSend
    /// It clashes, and is parked with both values.
    case parked
    /// It names somebody whom no pull has brought here yet: it stays in doubt until the next run.
    case later
  }

  /// The effects to carry out, in this order. The run carries out those on the store at once, each in one transaction.
  package enum Effect: Sendable, Hashable {
    /// Load so many of those that wait and are not parked: those with the fewest attempts first, then the oldest, so
    /// that one which brings each run to its end holds up no other; never two that are parts of one record, of which
    /// the second comes with the next load. Answered by ``Event/loaded(_:)``.
    case load(limit: Int, skipping: [SyncThing])
    /// The run carries changes: it is no longer a background run.
    case carry
    /// Count an attempt of what is about to be read: where that brings each run to its end, it shall hold up no other.
    case count(SyncThing)
    /// Map what is stored now, count an attempt of each, and store the attempts beside those that are there.
    /// Answered by ``Event/prepared(_:)``.
    case prepare([SyncThing])
    /// Send these in one transaction Bundle, or one by itself as a plain request. Answered by ``Event/taken(_:)``,
    /// ``Event/met(_:taken:)`` or ``Event/trouble(_:)``.
    case send([PushEntry], isBundle: Bool)
    /// In one transaction: take what was sent as agreed, with the versions and bodies of the answer, and forget the
    /// attempts at it. A thing that is whole leaves the outbox, unless it has changed since it was prepared.
    case confirm([PreparedThing], answer: SyncHandle?, isWhole: Bool)
    /// Read the resource of an entry, or search for it by our identifier where it was to be made by POST. Answered by
    /// ``Event/found(_:)`` or ``Event/trouble(_:)``.
    case read(PushEntry)
    /// In one transaction: take what was read of this thing as agreed, and apply what upstream changed; a clash is parked.
    /// What is settled leaves the outbox with its attempts; else they stay until it is confirmed, since one of them may
    /// still be on its way. Answered by ``Event/reconciled(_:)``.
    case reconcile(SyncThing)
    /// Park it. Attempts that are in doubt stay: when a person has it tried again, they are read first.
    case park(SyncThing, ParkReason)
    /// What was prepared last of these was surely not taken: forget those attempts, and no earlier ones.
    case forget([SyncThing])
    /// Fetch a fresh token. Answered by ``Event/renewed(_:)``.
    case renew
    /// The run is over.
    case end(RunOutcome)
  }
}

extension PullMachine {
  /// What can happen. Each is the answer to an effect; a machine waits for one at a time.
  package enum Event: Sendable, Hashable {
    /// A run begins.
    case begin(PullPlan)
    /// What was fetched.
    case page(PulledPage)
    /// What was fetched came to nothing.
    case trouble(RequestTrouble)
    /// Whether there is a fresh token.
    case renewed(Bool)
    /// The records that must be read to know what became of them: here but not there, there but not here, or in another
    /// version.
    case compared([RecordAddress])
  }

  /// The effects to carry out, in this order. The run carries out those on the store at once, each in one transaction.
  package enum Effect: Sendable, Hashable {
    /// Ask upstream. Answered by ``Event/page(_:)`` or ``Event/trouble(_:)``.
    case fetch(PullRequest)
    /// The run brings something new: it is no longer a background run.
    case carry
    /// Take in a page, with all that is to be remembered, in one transaction. What was seen before changes nothing; a
    /// record that cannot be taken in is noted as a problem, to be read again, and the others are taken in all the same.
    case keep(SyncHandle, [PullMark])
    /// Compare some days of a type with what is stored here. Answered by ``Event/compared(_:)``.
    case compare(String, ClosedRange<CareDay>, [RecordVersion])
    /// Upstream says of this very record that it is not there any more. A visit where somebody was is parked instead.
    case withdraw(RecordAddress)
    /// Remember that days were compared, as far as this.
    case compared(PullPlan.Comparison.Extent)
    /// Remember that the history of a type was read up to here, and each record of which it told that it was deleted.
    case historyRead(String, Instant)
    /// This record is not on the server. A page that is held refers to it, or may replace it.
    case absent(RecordAddress)
    /// Note for a person what came to nothing.
    case note(PullTrouble)
    /// Fetch a fresh token. Answered by ``Event/renewed(_:)``.
    case renew
    /// The run is over.
    case end(RunOutcome)
  }
}

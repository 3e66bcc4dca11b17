import VisitsExchange
import VisitsModel
import VisitsStore

extension SyncContext {
  /// Moves the remaining records of clients whom upstream has merged or separated. The work is split into transactions
  /// of limited size. If the daemon stops in between, the next run continues.
  ///
  /// - Throws: The store's error, or ``Refusal/unavailable(_:)`` if the daemon is stopping.
  func followMerges() throws {
    let context = self
    while let mark = try store.readNow({ try $0.mergesDue() }) {
      var pass = MergePass()
      while !pass.isDone {
        if store.isStoppingLongWork { throw Refusal.unavailable(.shuttingDown) }
        pass = try change { [pass] transaction in
          var pass = pass
          try InboundMerge(transaction, context).follow(&pass, atMost: Self.mostAtOnce)
          if pass.isDone { try transaction.ledger.noteMergesFollowed(dueAt: mark) }
          return pass
        }
      }
    }
  }
}

extension InboundMerge {
  /// Moves records of clients whom upstream has merged or separated, at most `limit` in this transaction. If more
  /// records remain, marks them for ``SyncContext/followMerges()``.
  func followMerges(atMost limit: Int) throws {
    var pass = MergePass()
    try follow(&pass, atMost: limit)
    if !pass.isDone { try transaction.ledger.noteMergesDue(at: transaction.now) }
  }

  fileprivate func follow(_ pass: inout MergePass, atMost limit: Int) throws {
    for separated in try transaction.follow(&pass, atMost: limit) { try tell(separated) }
  }

  /// Reports to the office that upstream has separated two clients whom it had merged.
  private func tell(_ separated: SeparatedClients) throws {
    let value = Overruled(ours: .client(separated.holder), theirs: .client(separated.client))
    let problem = SyncProblem(
      .overruled, SyncThing(.client, separated.holder.rawValue).rawValue, code: SyncProblem.separatedCode,
      detail: try MappedText.text(of: value))
    try transaction.ledger.note(problem, at: transaction.now)
  }
}

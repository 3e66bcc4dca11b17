import GRDB
import VisitsModel

/// A requested change that waits in the writer's queue.
struct ChangeJob: Sendable {
  typealias Completion = @Sendable (Result<MadeChange, any Error>) -> Void

  let request: ChangeRequest
  /// The era of the writer in which the change may be made, see ``WriterEra``; `nil` if it may be made in any era.
  let era: WriterEra?
  let body: @Sendable (ChangeTransaction) throws -> ChangeOutcome
  let completion: Completion

  /// The result of a change whose transaction is not committed yet.
  struct Work {
    var made: MadeChange
    var committed: [CommittedChange] = []
    var counted: [String: Int] = [:]
  }

  /// Runs the change. If the same request was made before, runs nothing and returns the stored outcome.
  func work(_ db: Database, _ context: StoreContext, _ patience: Patience) throws -> Work {
    // The office may have merged the worker whose device sent the request while the request was in the queue.
    let request = try StoreReader(db, context).meant(request)
    let fingerprint = Fingerprint(request.fingerprint, requestId: request.requestId)
    if let made = try RequestRecord.made(request, fingerprint, db, context) { return Work(made: made) }
    try context.quota.admit(request, at: context.now())
    let transaction = ChangeTransaction(db, context, request, patience)
    let outcome = try body(transaction)
    let feed = try transaction.committed.last?.event.sequence ?? transaction.cursor.sequence
    let made = MadeChange(outcome: outcome, receivedAt: request.receivedAt, feed: feed)
    // Only a change that wrote nothing may be forgotten, because the feed shows every other change.
    let isForgotten = !transaction.isRemembered || context.quota.isUsedUp(by: request, at: transaction.now)
    if transaction.committed.isEmpty, isForgotten { return Work(made: made) }
    let text = try StoredOutcome.text(of: made, whole: request.whole, entry: transaction.entry)
    try RequestRecord(
      method: request.method, fingerprint: fingerprint, receivedAt: request.receivedAt, outcome: text
    ).insert(for: request, db)
    // The quota counts the change before the commit, so that the next change of the same commit is already limited. If
    // the commit fails, the quota has counted one change too many, which does no harm.
    context.quota.count(request, transaction.committed, at: transaction.now)
    return Work(made: made, committed: transaction.committed, counted: transaction.counted)
  }
}

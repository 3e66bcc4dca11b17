import GRDB
import VisitsModel

/// A change that waits for its turn.
struct ChangeJob: Sendable {
  typealias Completion = @Sendable (Result<MadeChange, any Error>) -> Void

  let request: ChangeRequest
  /// The only era in which it may be made; `nil`: any.
  let era: WriterEra?
  let body: @Sendable (ChangeTransaction) throws -> ChangeOutcome
  let completion: Completion

  /// What a change did inside the open transaction.
  struct Work {
    var made: MadeChange
    var committed: [CommittedChange] = []
    var counted: [String: Int] = [:]
  }

  /// Does the work, or finds that it has been done.
  func work(_ db: Database, _ context: StoreContext, _ patience: Patience) throws -> Work {
    // The office may have merged the worker whose device asks while the request waited for its turn.
    let request = try StoreReader(db, context).meant(request)
    let fingerprint = Fingerprint(request.fingerprint, requestId: request.requestId)
    if let made = try RequestRecord.made(request, fingerprint, db, context) { return Work(made: made) }
    try context.quota.admit(request, at: context.now())
    let transaction = ChangeTransaction(db, context, request, patience)
    let outcome = try body(transaction)
    let feed = try transaction.committed.last?.event.sequence ?? transaction.cursor.sequence
    let made = MadeChange(outcome: outcome, receivedAt: request.receivedAt, feed: feed)
    // Only what wrote nothing may be forgotten: whoever follows the feed hears of all else.
    let isForgotten = !transaction.isRemembered || context.quota.isUsedUp(by: request, at: transaction.now)
    if transaction.committed.isEmpty, isForgotten { return Work(made: made) }
    let text = try StoredOutcome.text(of: made, whole: request.whole, entry: transaction.entry)
    try RequestRecord(
      method: request.method, fingerprint: fingerprint, receivedAt: request.receivedAt, outcome: text
    ).insert(for: request, db)
    // Before the commit, or those of one commit would not count for each other. One that fails has counted too much,
    // which harms nobody.
    context.quota.count(request, transaction.committed, at: transaction.now)
    return Work(made: made, committed: transaction.committed, counted: transaction.counted)
  }
}

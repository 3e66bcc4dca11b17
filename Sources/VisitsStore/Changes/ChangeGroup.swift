import GRDB
import VisitsModel

/// Changes that share a commit. Each is undone alone when it fails; all fail when the commit does.
struct ChangeGroup {
  let jobs: [ChangeJob]
  private var results: [Result<MadeChange, any Error>] = []
  private(set) var committed: [CommittedChange] = []
  /// What the disk did; then nothing of the group is kept, and nobody is to be told of a success.
  private(set) var fault: DiskFault?
  private var counted: [String: Int] = [:]

  init(_ jobs: [ChangeJob]) { self.jobs = jobs }

  /// Makes every change and commits. When this returns, what succeeded is on disk.
  mutating func run(_ db: Database, _ context: StoreContext, _ patience: Patience) {
    do {
      try db.beginTransaction(.immediate)
      for job in jobs { try run(job, db, context, patience) }
      for (name, difference) in counted where difference != 0 {
        try db.run("UPDATE counters SET value = value + ? WHERE name = ?", [Bound(difference), .text(name)])
      }
      try db.commit()
      context.commits.add()
    } catch {
      // The engine may have rolled back by itself; if even this fails, nothing of the group is kept either.
      try? db.rollback()
      fault = DiskFault(error)
      results = jobs.map { _ in .failure(StoreFault.translate(error)) }
      committed = []
    }
  }

  /// One that is alone is taken back with the transaction: for a savepoint the engine writes down each page as it was,
  /// which for a page of a pull is as much as it writes of what is new.
  ///
  /// - Throws: What ends the whole transaction. A fault of the disk always does, whether or not the engine has rolled
  ///   back by itself: the next change must not be the one that finds a place for its few bytes.
  private mutating func run(_ job: ChangeJob, _ db: Database, _ context: StoreContext, _ patience: Patience) throws {
    guard jobs.count > 1 else { return take(try job.work(db, context, patience)) }
    try db.run("SAVEPOINT change")
    do {
      let work = try job.work(db, context, patience)
      try db.run("RELEASE change")
      take(work)
    } catch {
      guard db.isInsideTransaction, DiskFault(error) == nil else { throw error }
      try db.run("ROLLBACK TO change")
      try db.run("RELEASE change")
      results.append(.failure(StoreFault.translate(error)))
    }
  }

  private mutating func take(_ work: ChangeJob.Work) {
    results.append(.success(work.made))
    committed += work.committed
    counted.merge(work.counted, uniquingKeysWith: +)
  }

  /// Tells each caller, in order.
  func complete() {
    for (job, result) in zip(jobs, results) { job.completion(result) }
  }
}

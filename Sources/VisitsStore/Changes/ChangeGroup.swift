import GRDB
import VisitsModel

/// Changes that share a commit. A failed change is rolled back alone; if the commit fails, all changes fail.
struct ChangeGroup {
  let jobs: [ChangeJob]
  private var results: [Result<MadeChange, any Error>] = []
  private(set) var committed: [CommittedChange] = []
  /// The disk fault that ended the group. The group is then rolled back, and no caller may get a success.
  private(set) var fault: DiskFault?
  private var counted: [String: Int] = [:]

  init(_ jobs: [ChangeJob]) { self.jobs = jobs }

  /// Makes every change and commits. When this returns, the successful changes are on disk.
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
      // SQLite may have rolled back already, and then this rollback may fail. Nothing of the group is stored in either
      // case.
      try? db.rollback()
      fault = DiskFault(error)
      results = jobs.map { _ in .failure(StoreFault.translate(error)) }
      committed = []
    }
  }

  /// Runs one change, in a savepoint if the group has several. With a savepoint, SQLite saves each database page before
  /// the page changes. That doubles the bytes that a large change writes, such as a page of a pull. A single change
  /// rolls back with the transaction and needs no savepoint.
  ///
  /// - Throws: The error that ends the whole transaction. A disk fault always ends it, even if SQLite has not rolled
  ///   back: otherwise a smaller change later in the group could still fit on the disk and succeed.
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

  /// Reports the results to the callers, in order.
  func complete() {
    for (job, result) in zip(jobs, results) { job.completion(result) }
  }
}

import GRDB
import VisitsModel

/// A group of changes that the writer commits together. If one change fails, only that change is rolled back. If the
/// commit fails, all changes of the group fail.
struct ChangeGroup {
  let jobs: [ChangeJob]
  private var results: [Result<MadeChange, any Error>] = []
  private(set) var committed: [CommittedChange] = []
  /// The disk fault that ended the group; `nil` if there was none. After a fault the whole group is rolled back, and no
  /// change may be reported as successful.
  private(set) var fault: DiskFault?
  private var counted: [String: Int] = [:]

  init(_ jobs: [ChangeJob]) { self.jobs = jobs }

  /// Runs every change of the group and commits. When this function returns, the successful changes are on disk.
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

  /// Runs one change of the group. If the group has several changes, each runs in a savepoint, so that it can be rolled
  /// back alone. In a savepoint, SQLite saves each database page before the page changes. That doubles the bytes that a
  /// large change writes, for example a page of a pull. A change that is alone in its group rolls back with the
  /// transaction and needs no savepoint.
  ///
  /// - Throws: An error that ends the transaction of the whole group. A disk fault always ends it, even if SQLite has
  ///   not rolled back. Otherwise a smaller change later in the group could still fit on the full disk and succeed.
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

  /// Passes each change's result to its caller, in the order of the changes.
  func complete() {
    for (job, result) in zip(jobs, results) { job.completion(result) }
  }
}

import Dispatch
import GRDB
import VisitsModel

extension Store {
  /// Opens the database anew and commits something, to find out whether changes can be taken again. From then on they
  /// are; reads go on all the while.
  ///
  /// - Returns: Why not; `nil` when changes are taken.
  package func reopen() async -> DiskFault? {
    // A thread of its own: a disk that fails may take its time, and the pool of tasks has few threads.
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "reopening the database").async { continuation.resume(returning: self.reopenNow()) }
    }
  }

  private func reopenNow() -> DiskFault? {
    guard fault != nil else { return nil }
    do {
      let pool = try Self.connect(to: path, readers: readers, log: log, steps: steps)
      try pool.writeWithoutTransaction(Self.probe)
      current.replace(with: pool)
      changes.resume()
      return nil
    } catch {
      return DiskFault(error) ?? DiskFault(reason: .diskFailing, code: 0, words: "\(error)")
    }
  }

  /// A commit that changes nothing, and yet writes: to the log, and with that log to the database.
  private static func probe(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      try db.run("UPDATE meta SET value = value WHERE name = 'floor'")
      return .commit
    }
    try db.checkpoint(.passive)
  }

  /// New connections, of which the writer commits to disk.
  static func connect(to path: String, readers: Int, log: WriteAheadLog, steps: WriterSteps) throws -> DatabasePool {
    let pool = try DatabasePool(path: path, configuration: Connections.configuration(readers: readers))
    let synchronous = try pool.writeWithoutTransaction { db in
      let synchronous = try Connections.setUpWriter(db)
      log.watch(db)
      steps.watch(db)
      return synchronous
    }
    guard synchronous == 2 else { throw StoreRefusal.notDurable(path: path, synchronous: synchronous) }
    return pool
  }
}

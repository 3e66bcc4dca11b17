import Dispatch
import GRDB
import VisitsModel

extension Store {
  /// Tries to recover from a disk fault: opens new connections to the database and makes a test commit. If the commit
  /// succeeds, the store accepts changes again. Reads continue meanwhile. A damaged database is not tried again.
  ///
  /// - Returns: The fault that still prevents changes; `nil` if the store accepts changes.
  package func reopen() async -> DiskFault? {
    // This runs on its own thread: a failing disk may block for a long time, and the task pool has few threads.
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "reopening the database").async { continuation.resume(returning: self.reopenNow()) }
    }
  }

  private func reopenNow() -> DiskFault? {
    guard let present = fault, !present.isDamage else { return fault }
    do {
      let pool = try Self.connect(to: path, readers: readers, log: log, steps: steps)
      try pool.writeWithoutTransaction(Self.probe)
      current.replace(with: pool)
      changes.resume()
      return self.fault
    } catch {
      let fault = DiskFault(error) ?? DiskFault(reason: .diskFailing, code: 0, words: "\(error)")
      if fault.isDamage { changes.report(fault) }
      return fault
    }
  }

  /// Makes a test commit that changes no value. The commit still writes to the write-ahead log, and the checkpoint
  /// after it writes to the database file.
  private static func probe(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      try db.run("UPDATE meta SET value = value WHERE name = 'floor'")
      return .commit
    }
    try db.checkpoint(.passive)
  }

  /// Opens a pool of new connections, and checks that each commit of the writer waits until its data is on the disk.
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

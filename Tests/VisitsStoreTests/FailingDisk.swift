import GRDB
import VisitsModel

@testable import VisitsStore

/// Fails the commit of the transaction that it is added in.
final class FailingDisk: TransactionObserver {
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { throw DatabaseError(resultCode: .SQLITE_IOERR_FSYNC) }
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}
}

extension TestStore {
  /// Lets the commit of a change fail, as a disk does that cannot sync.
  func failCommit() async throws {
    _ = try? await change("failing") { transaction in
      transaction.db.add(transactionObserver: FailingDisk(), extent: .nextTransaction)
      return .visits([try transaction.put(.test(999, from: 9000))])
    }
  }
}

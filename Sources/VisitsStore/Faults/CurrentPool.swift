import GRDB
import Synchronization

/// Holds the pool of database connections that is in use. When the store recovers from a disk fault, a new pool
/// replaces the old pool. The old pool closes when its last read has ended.
final class CurrentPool: Sendable {
  private let current: Mutex<DatabasePool>

  init(_ pool: DatabasePool) { current = Mutex(pool) }

  var pool: DatabasePool { current.withLock { $0 } }

  func replace(with pool: DatabasePool) { current.withLock { $0 = pool } }
}

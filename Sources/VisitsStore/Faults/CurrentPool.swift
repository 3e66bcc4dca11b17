import GRDB
import Synchronization

/// The pool of connections in use. After a disk fault, a new pool replaces the old pool, which closes when its last
/// read has ended.
final class CurrentPool: Sendable {
  private let current: Mutex<DatabasePool>

  init(_ pool: DatabasePool) { current = Mutex(pool) }

  var pool: DatabasePool { current.withLock { $0 } }

  func replace(with pool: DatabasePool) { current.withLock { $0 = pool } }
}

import GRDB
import Synchronization

/// The connections in use. After a fault of the disk others take their place; those before are closed when the last
/// read on them has ended.
final class CurrentPool: Sendable {
  private let current: Mutex<DatabasePool>

  init(_ pool: DatabasePool) { current = Mutex(pool) }

  var pool: DatabasePool { current.withLock { $0 } }

  func replace(with pool: DatabasePool) { current.withLock { $0 = pool } }
}

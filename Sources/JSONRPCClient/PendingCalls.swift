import NIOCore

/// The calls of a connection that the server has not answered, each with the end of its wait.
struct PendingCalls<Waiter> {
  private var lastID: Int64 = 0
  private var pending: [Int64: (waiter: Waiter, end: NIODeadline)] = [:]

  /// Adds a call, and returns its id.
  mutating func add(_ waiter: Waiter, until end: NIODeadline) -> Int64 {
    lastID += 1
    pending[lastID] = (waiter, end)
    return lastID
  }

  /// Removes the call with an id; `nil` if it is not pending any more.
  mutating func remove(_ id: Int64) -> Waiter? { pending.removeValue(forKey: id)?.waiter }

  /// Removes all calls.
  mutating func removeAll() -> [Waiter] {
    defer { pending = [:] }
    return pending.values.map(\.waiter)
  }

  /// Removes the calls whose wait has ended.
  mutating func removeExpired(at now: NIODeadline) -> [Waiter] {
    let expired = pending.filter { $0.value.end <= now }
    for id in expired.keys { pending[id] = nil }
    return expired.values.map(\.waiter)
  }

  /// The earliest end of a wait; `nil` if there is none.
  var firstEnd: NIODeadline? { pending.values.lazy.map(\.end).min() }
}

import GRDB
import Synchronization
import VisitsModel

/// Changes in the order in which they came, made in groups by the one writer. Those that come while a group is being
/// committed make the next.
final class ChangeQueue: Sendable {
  typealias DidCommit = @Sendable ([CommittedChange]) -> Void

  /// The most changes that share a commit: a late one must not wait for thousands.
  private static let groupLimit = 256
  /// The most changes that wait. Each is an answer that somebody waits for.
  private static let waitingLimit = 8192

  private struct State {
    var waiting: [ChangeJob] = []
    var isRunning = false
    var isClosed = false
    var didDrain: (@Sendable (Database) -> Void)?
  }

  private let pool: DatabasePool
  private let context: StoreContext
  private let state = Mutex(State())
  private let didCommit = Mutex(Hook())

  /// A closure that a `Mutex` holds by itself is wrapped anew with each look at it, and one day the stack overflows on
  /// the way through the wrappings; inside of a struct it stays as it is.
  private struct Hook {
    var call: DidCommit?
  }

  init(_ pool: DatabasePool, _ context: StoreContext) {
    self.pool = pool
    self.context = context
  }

  func onCommit(_ hook: @escaping DidCommit) { didCommit.withLock { $0.call = hook } }

  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Takes its place in the queue before this returns. A job that is not taken is told so at once.
  func enqueue(_ job: ChangeJob) {
    let (refusal, mustStart): ((any Error)?, Bool) = state.withLock { state in
      if state.isClosed { return (Refusal.unavailable(.shuttingDown), false) }
      if state.waiting.count >= Self.waitingLimit { return (StoreFault.busy, false) }
      state.waiting.append(job)
      defer { state.isRunning = true }
      return (nil, !state.isRunning)
    }
    if let refusal { job.completion(.failure(refusal)) }
    if mustStart { runNext() }
  }

  /// Takes nothing any more, and calls back on the writer when what was taken is done. `false`: was closed before.
  func close(_ didDrain: @escaping @Sendable (Database) -> Void) -> Bool {
    let (isFirst, mustStart) = state.withLock { state in
      if state.isClosed { return (false, false) }
      state.isClosed = true
      state.didDrain = didDrain
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    if mustStart { runNext() }
    return isFirst
  }

  /// One group at a time, so that other work for the writer gets its turn between two.
  private func runNext() {
    pool.asyncWriteWithoutTransaction { db in
      let (jobs, didDrain) = self.take()
      if !jobs.isEmpty { self.run(jobs, db) }
      didDrain?(db)
    }
  }

  private func take() -> (jobs: [ChangeJob], didDrain: (@Sendable (Database) -> Void)?) {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return ([], state.didDrain.take())
      }
      let jobs = Array(state.waiting.prefix(Self.groupLimit))
      state.waiting.removeFirst(jobs.count)
      return (jobs, nil)
    }
  }

  private func run(_ jobs: [ChangeJob], _ db: Database) {
    var group = ChangeGroup(jobs)
    group.run(db, context)
    if !group.committed.isEmpty { didCommit.withLock { $0 }.call?(group.committed) }
    group.complete()
    runNext()
  }
}

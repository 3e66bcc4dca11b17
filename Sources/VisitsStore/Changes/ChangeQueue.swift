import GRDB
import Synchronization
import VisitsModel

/// Changes in the order in which they came, made in groups by the one writer. Those that come while a group is being
/// committed make the next. After a fault of the disk none is made until ``resume()``.
final class ChangeQueue: Sendable {
  typealias DidCommit = @Sendable ([CommittedChange]) -> Void

  /// The most changes that share a commit: a late one must not wait for thousands.
  private static let groupLimit = 256
  /// The most urgent ones among them while others wait too: somebody who raises emergencies on and on must not keep
  /// everybody else from recording anything.
  private static let urgentLimit = 192
  /// The most changes that wait. Each is an answer that somebody waits for.
  private static let waitingLimit = 8192

  private struct State {
    var urgent: [ChangeJob] = []
    var waiting: [ChangeJob] = []
    /// Whether the first of `waiting` is a long one, which has let urgent ones go before it once.
    var longHasWaited = false
    var isRunning = false
    var isClosed = false
    /// Whether long changes are given up, since the daemon stops.
    var isStopping = false
    var fault: DiskFault? {
      didSet { era = WriterEra(number: era.number + 1, takesChanges: fault == nil) }
    }
    var era = WriterEra(number: 0, takesChanges: true)
    var didDrain: (@Sendable (Database) -> Void)?

    /// Takes those out of the queue that come next, the urgent ones first. A long one has a commit of its own: whoever
    /// shared it would wait.
    mutating func takeGroup() -> [ChangeJob] {
      let isLong = waiting.first.map { $0.request.longest != nil } ?? false
      if isLong, urgent.isEmpty || longHasWaited {
        longHasWaited = false
        return [waiting.removeFirst()]
      }
      longHasWaited = isLong
      let first = urgent.prefix(waiting.isEmpty ? ChangeQueue.groupLimit : ChangeQueue.urgentLimit)
      let next = waiting.prefix(ChangeQueue.groupLimit - first.count).prefix { $0.request.longest == nil }
      urgent.removeFirst(first.count)
      waiting.removeFirst(next.count)
      return Array(first + next)
    }

    mutating func takeAll() -> [ChangeJob] {
      defer { (urgent, waiting) = ([], []) }
      return urgent + waiting
    }
  }

  /// What becomes of a job that has just come.
  private enum Turn {
    case waits
    case starts
    case isRefused(any Error)
    /// No change is made now, or the job's era is over: only what has been done before is answered.
    case isRepeatAtMost(Refusal.Unavailability)
  }

  let faults: AsyncStream<DiskFault>
  private let current: CurrentPool
  private let context: StoreContext
  private let log: WriteAheadLog
  private let state = Mutex(State())
  private let didCommit = Mutex(Hook())
  private let didFail: AsyncStream<DiskFault>.Continuation

  /// A closure that a `Mutex` holds by itself is wrapped anew with each look at it, and one day the stack overflows on
  /// the way through the wrappings; inside of a struct it stays as it is.
  private struct Hook {
    var call: DidCommit?
  }

  /// - Parameter fault: Why none is made yet.
  init(_ current: CurrentPool, _ context: StoreContext, _ log: WriteAheadLog, _ fault: DiskFault?) {
    self.current = current
    self.context = context
    self.log = log
    (faults, didFail) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    if let fault {
      state.withLock { $0.fault = fault }
      didFail.yield(fault)
    }
  }

  func onCommit(_ hook: @escaping DidCommit) { didCommit.withLock { $0.call = hook } }

  var isClosed: Bool { state.withLock(\.isClosed) }

  var fault: DiskFault? { state.withLock(\.fault) }

  var era: WriterEra { state.withLock(\.era) }

  /// Takes its place in the queue before this returns. A job that is not taken is told so at once.
  func enqueue(_ job: ChangeJob) {
    let turn: Turn = state.withLock { state in
      if state.isClosed { return .isRefused(Refusal.unavailable(.shuttingDown)) }
      if let fault = state.fault { return .isRepeatAtMost(fault.reason) }
      if let era = job.era, era != state.era { return .isRepeatAtMost(.diskFailing) }
      if job.request.isUrgent {
        state.urgent.append(job)
      } else {
        if state.waiting.count >= Self.waitingLimit { return .isRefused(StoreFault.busy) }
        state.waiting.append(job)
      }
      defer { state.isRunning = true }
      return state.isRunning ? .waits : .starts
    }
    switch turn {
    case .waits: break
    case .starts: runNext()
    case .isRefused(let refusal): job.completion(.failure(refusal))
    case .isRepeatAtMost(let reason): answerRepeat(job, reason)
    }
  }

  /// Takes changes again, since the disk does.
  func resume() { state.withLock { $0.fault = nil } }

  /// Gives up changes that take their time, those to come too.
  func stopLong() { state.withLock { $0.isStopping = true } }

  /// Takes nothing any more, and calls back on the writer when what was taken is done. `false`: was closed before.
  func close(_ didDrain: @escaping @Sendable (Database) -> Void) -> Bool {
    let (isFirst, mustStart) = state.withLock { state in
      if state.isClosed { return (false, false) }
      state.isClosed = true
      state.didDrain = didDrain
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    didFail.finish()
    if mustStart { runNext() }
    return isFirst
  }

  /// Calls back when the writer has begun a transaction and taken it back; without one while none is made.
  func prove(_ answered: @escaping @Sendable () -> Void) {
    current.pool.asyncWriteWithoutTransaction { db in
      if self.fault == nil {
        do {
          try db.beginTransaction(.immediate)
          try db.rollback()
        } catch {
          // Whatever it says, the writer has answered. A disk that fails this would fail the next change.
          if let fault = DiskFault(error) { self.fail([], fault) }
        }
      }
      answered()
    }
  }

  /// One group at a time, so that other work for the writer gets its turn between two.
  private func runNext() {
    current.pool.asyncWriteWithoutTransaction { db in
      let (jobs, didDrain) = self.take()
      if !jobs.isEmpty { self.run(jobs, db) }
      didDrain?(db)
    }
  }

  private func take() -> (jobs: [ChangeJob], didDrain: (@Sendable (Database) -> Void)?) {
    state.withLock { state in
      let jobs = state.takeGroup()
      guard jobs.isEmpty else { return (jobs, nil) }
      state.isRunning = false
      return ([], state.didDrain.take())
    }
  }

  private func run(_ jobs: [ChangeJob], _ db: Database) {
    var group = ChangeGroup(jobs)
    group.run(
      db, context,
      Patience(
        isStopping: { self.state.withLock(\.isStopping) }, elapsed: context.elapsed, begun: context.elapsed()))
    if let fault = group.fault {
      fail(jobs, fault)
    } else {
      if !group.committed.isEmpty { didCommit.withLock { $0 }.call?(group.committed) }
      group.complete()
      checkpoint(db)
    }
    runNext()
  }

  /// What was committed is on disk in the log whatever happens here, and its callers have their answers.
  private func checkpoint(_ db: Database) {
    do {
      try log.checkpointIfLong(db)
    } catch {
      if let fault = DiskFault(error) { fail([], fault) }
    }
  }

  /// Takes no changes from here on. Whoever waits is told; who asks for what has been done before gets its outcome.
  private func fail(_ jobs: [ChangeJob], _ fault: DiskFault) {
    let waiting = state.withLock { state in
      state.fault = fault
      return state.takeAll()
    }
    for job in jobs + waiting { answerRepeat(job, fault.reason) }
    didFail.yield(fault)
  }

  private func answerRepeat(_ job: ChangeJob, _ reason: Refusal.Unavailability) {
    current.pool.asyncRead { [context] reading in
      do {
        let outcome = try StoreReader(reading.get(), context).made(job.request)
        guard let outcome else {
          throw Refusal.unavailable(reason)
        }
        job.completion(.success(outcome))
      } catch {
        job.completion(.failure(StoreFault.translate(error)))
      }
    }
  }
}

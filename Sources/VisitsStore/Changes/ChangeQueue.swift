import GRDB
import Synchronization
import VisitsModel

/// The queue of changes. One writer makes the changes in groups, in order of arrival but urgent changes first. Changes
/// that arrive during a commit form the next group. After a disk fault the queue makes no change until ``resume()``.
final class ChangeQueue: Sendable {
  typealias DidCommit = @Sendable ([CommittedChange]) -> Void

  /// The maximum number of changes in a commit, so that no caller waits for thousands of other changes.
  private static let groupLimit = 256
  /// The maximum number of urgent changes in a group while others wait: a caller who keeps raising emergencies must not
  /// block all other changes.
  private static let urgentLimit = 192
  /// The maximum number of waiting changes, without urgent changes. Each of these changes has a caller who waits for
  /// the answer.
  private static let waitingLimit = 8192

  private struct State {
    var urgent: [ChangeJob] = []
    var waiting: [ChangeJob] = []
    /// Whether the first of `waiting` is a long change that has let urgent changes pass once.
    var longHasWaited = false
    var isRunning = false
    var isClosed = false
    /// Whether long changes are cancelled, because the daemon is stopping.
    var isStopping = false
    var fault: DiskFault? {
      didSet { era = WriterEra(number: era.number + 1, takesChanges: fault == nil) }
    }
    var era = WriterEra(number: 0, takesChanges: true)
    var didDrain: (@Sendable (Database) -> Void)?

    /// Removes the next group from the queue, urgent changes first. A long change gets a commit of its own, so that no
    /// other change in its group waits for it.
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

  /// The queue's decision about a new job.
  private enum Turn {
    case waits
    case starts
    case isRefused(any Error)
    /// The queue makes no change now, or the job's era is over: the job gets an answer only if it repeats an earlier
    /// request.
    case isRepeatAtMost(Refusal.Unavailability)
  }

  let faults: AsyncStream<DiskFault>
  private let current: CurrentPool
  private let context: StoreContext
  private let log: WriteAheadLog
  private let state = Mutex(State())
  private let didCommit = Mutex(Hook())
  private let didFail: AsyncStream<DiskFault>.Continuation

  /// A wrapper around the closure. A closure stored directly in a `Mutex` is wrapped again at each access, until a call
  /// through all the wrappers overflows the stack.
  private struct Hook {
    var call: DidCommit?
  }

  /// Creates the queue.
  ///
  /// - Parameter fault: The fault with which the queue starts; it then makes no changes until ``resume()``. `nil` if
  ///   there is none.
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

  /// Adds a job to the queue before this function returns. A closed or full queue completes the job at once with a
  /// refusal. After a disk fault, or if the job's era is over, a job that repeats an earlier request gets its stored
  /// outcome, and any other job is refused.
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

  /// Makes changes again. Call this when the disk works again.
  func resume() { state.withLock { $0.fault = nil } }

  /// Cancels the running long change and all long changes to come.
  func stopLong() { state.withLock { $0.isStopping = true } }

  /// Closes the queue to new jobs, and calls back on the writer after the accepted jobs are done.
  ///
  /// - Returns: `false` if the queue was closed before.
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

  /// Calls `answered` on the writer after the writer has begun a transaction and rolled it back. During a fault the
  /// writer begins no transaction and only calls `answered`.
  func prove(_ answered: @escaping @Sendable () -> Void) {
    current.pool.asyncWriteWithoutTransaction { db in
      if self.fault == nil {
        do {
          try db.beginTransaction(.immediate)
          try db.rollback()
        } catch {
          // The writer has answered even if it failed. A disk that fails here would fail the next change, too.
          if let fault = DiskFault(error) { self.fail([], fault) }
        }
      }
      answered()
    }
  }

  /// Runs one group at a time, so that other work for the writer gets its turn in between.
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

  /// Checkpoints the log if it is long. A failure here loses nothing: the changes are on disk in the log, and their
  /// callers have their answers.
  private func checkpoint(_ db: Database) {
    do {
      try log.checkpointIfLong(db)
    } catch {
      if let fault = DiskFault(error) { fail([], fault) }
    }
  }

  /// Stops making changes after a fault. Fails `jobs` and all waiting jobs, except jobs that repeat an earlier request:
  /// these get the outcome of that request.
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

import GRDB
import Synchronization
import VisitsModel

/// The queue of the changes that wait for the writer. The one writer runs the changes in groups and commits each group
/// in one transaction. Urgent changes come first, and all others follow in order of arrival. Changes that arrive during
/// a commit form the next group. After a disk fault the queue makes no change until ``resume()``.
final class ChangeQueue: Sendable {
  typealias DidCommit = @Sendable ([CommittedChange]) -> Void

  /// The maximum number of changes in a commit, so that no caller waits for thousands of other changes.
  private static let groupLimit = 256
  /// The maximum number of urgent changes in a group while other changes wait. A caller who keeps raising emergencies
  /// must not block all other changes.
  private static let urgentLimit = 192
  /// The maximum number of waiting changes that are not urgent. When it is reached, the queue refuses further ones.
  /// Each of these changes has a caller who waits for the answer.
  private static let waitingLimit = 8192

  private struct State {
    var urgent: [ChangeJob] = []
    var waiting: [ChangeJob] = []
    /// Whether the first change of `waiting` is a long change that has already let one group of urgent changes go
    /// first. The long change then runs next.
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

    /// Removes and returns the next group of changes, urgent changes first. A long change (a change with a time limit)
    /// gets a group and a commit of its own, so that no other change must wait until it ends.
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
    /// The job is refused, unless it repeats an earlier request: it then gets the stored outcome of that request. The
    /// reason is a disk fault, or that the era that the job requires has ended.
    case isRepeatAtMost(Refusal.Unavailability)
  }

  let faults: AsyncStream<DiskFault>
  private let current: CurrentPool
  private let context: StoreContext
  private let log: WriteAheadLog
  private let state = Mutex(State())
  private let didCommit = Mutex(Hook())
  private let didFail: AsyncStream<DiskFault>.Continuation

  /// A wrapper around the closure that is called after each commit. Swift wraps a closure that is stored directly in a
  /// `Mutex` again at each access, until a call through all the wrappers overflows the stack.
  private struct Hook {
    var call: DidCommit?
  }

  /// Creates the queue.
  ///
  /// - Parameter fault: A disk fault that exists when the store opens; `nil` if there is none. With a fault the queue
  ///   makes no changes until ``resume()``.
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

  /// Adds a job to the queue before this function returns. A closed or full queue refuses the job at once. After a disk
  /// fault, or if the era that the job requires has ended, the job is not queued: if it repeats an earlier request, it
  /// gets the stored outcome of that request, and otherwise it is refused.
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

  /// Lets the queue make changes again after a disk fault. Call this when the disk works again. Has no effect if the
  /// database was found to be damaged meanwhile.
  func resume() {
    state.withLock { state in
      if state.fault?.isDamage != true { state.fault = nil }
    }
  }

  /// Stops making changes because of a fault that was found outside the queue, by a read, a check or a backup.
  func report(_ fault: DiskFault) { fail([], fault) }

  /// Cancels the running long change and every long change that runs later.
  func stopLong() { state.withLock { $0.isStopping = true } }

  /// Closes the queue to new jobs. After the accepted jobs are done, calls `didDrain` on the writer.
  ///
  /// - Returns: `false` if the queue was closed before; `didDrain` is then not called.
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

  /// Tests whether the writer responds: it begins a transaction, rolls it back, and calls `answered`. During a disk
  /// fault the writer begins no transaction and only calls `answered`.
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

  /// Schedules the next group on the writer. Only one group is scheduled at a time, so that other work for the writer
  /// can run between two groups.
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

  /// Checkpoints the write-ahead log if it is long. A failed checkpoint loses nothing: the changes are on disk in the
  /// log, and their callers have their answers.
  private func checkpoint(_ db: Database) {
    do {
      try log.checkpointIfLong(db)
    } catch {
      if let fault = DiskFault(error) { fail([], fault) }
    }
  }

  /// Stops making changes after a disk fault. Fails `jobs` and all waiting jobs, except jobs that repeat an earlier
  /// request: these get the stored outcome of that request. Damage of the database outlasts every later fault, and is
  /// reported once: each further damaged page would otherwise be told again.
  private func fail(_ jobs: [ChangeJob], _ fault: DiskFault) {
    let (waiting, present, isNew) = state.withLock { state in
      let known = state.fault.flatMap { $0.isDamage ? $0 : nil }
      if known == nil { state.fault = fault }
      return (state.takeAll(), known ?? fault, known == nil)
    }
    for job in jobs + waiting { answerRepeat(job, present.reason) }
    if isNew { didFail.yield(fault) }
  }

  private func answerRepeat(_ job: ChangeJob, _ reason: Refusal.Unavailability) {
    current.pool.asyncRead { [self] reading in
      do {
        let outcome = try StoreReader(reading.get(), context).made(job.request)
        guard let outcome else {
          throw Refusal.unavailable(reason)
        }
        job.completion(.success(outcome))
      } catch {
        if let fault = DiskFault(error), fault.isDamage { self.report(fault) }
        job.completion(.failure(StoreFault.translate(error)))
      }
    }
  }
}

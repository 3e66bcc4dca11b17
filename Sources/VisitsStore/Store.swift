import Dispatch
import GRDB
import Synchronization
package import VisitsModel

/// A flag that one task sets and another reads.
private final class Switch: Sendable {
  let isOn = Atomic(false)
}

/// The agency's schedule on disk: many readers, one writer, one pipeline for every change.
package final class Store: Sendable {
  let path: String
  let current: CurrentPool
  let context: StoreContext
  let changes: ChangeQueue
  let log: WriteAheadLog
  let steps: WriterSteps
  let readers: Int
  /// Whether the opening checked the whole database.
  package let isChecked: Bool
  private let lock: DatabaseLock
  /// Runs one backup at a time, on a thread that may block.
  let backups = DispatchQueue(label: "backups")
  let isStopping = Atomic(false)
  let spool: Spool?
  let spoolHook = Mutex(SpoolHook())
  /// The connections in use.
  var pool: DatabasePool { current.pool }

  /// The settings of a store.
  package struct Options: Sendable {
    /// The path of the database file. Its folder is created when it is missing. The log, the lock and the backups have
    /// the same folder.
    package var path: String
    /// The maximum number of simultaneous reads.
    package var readers: Int
    /// The wall clock.
    package var now: @Sendable () -> Instant
    /// The source of new ids.
    package var identities: IdentitySource
    /// Whether there is an upstream. If so, each local change waits in the outbox until upstream has confirmed it.
    package var hasUpstream: Bool
    /// The time since an arbitrary moment, by a monotonic clock. It measures how long a change takes.
    package var elapsed: @Sendable () -> Duration

    /// Creates the settings of a store.
    package init(
      path: String, readers: Int = 4, now: @escaping @Sendable () -> Instant, identities: IdentitySource,
      elapsed: @escaping @Sendable () -> Duration, hasUpstream: Bool = false
    ) {
      self.path = path
      self.readers = readers
      self.now = now
      self.identities = identities
      self.hasUpstream = hasUpstream
      self.elapsed = elapsed
    }
  }

  init(
    path: String, pool: DatabasePool, fault: DiskFault?, context: StoreContext, lock: DatabaseLock, log: WriteAheadLog,
    steps: WriterSteps, spool: Spool?, readers: Int, isChecked: Bool
  ) {
    self.path = path
    self.context = context
    self.lock = lock
    self.log = log
    self.steps = steps
    self.spool = spool
    self.readers = readers
    self.isChecked = isChecked
    current = CurrentPool(pool)
    changes = ChangeQueue(current, context, log, fault)
  }

  /// The disk fault that keeps the store from accepting changes; `nil` if there is none. Reads continue, and a request
  /// that was acknowledged before is still answered. The fault remains until ``reopen()`` succeeds; damage of the
  /// database remains until the store is closed.
  package var fault: DiskFault? { changes.fault }

  /// The writer's current era.
  package var era: WriterEra { changes.era }

  /// The disk faults, as they occur. The stream is for a single reader, and ends when the store is closed.
  package var faults: AsyncStream<DiskFault> { changes.faults }

  /// Calls `hook` with the changes of every commit, after the commit is on disk and before any caller is answered. The
  /// hook runs on the writer: no other change is made until it returns.
  package func onCommit(_ hook: @escaping @Sendable ([CommittedChange]) -> Void) { changes.onCommit(hook) }

  /// Makes a change, or repeats the outcome if this request was made before. The writer makes changes in the order of
  /// these calls, urgent changes first. The calls never wait.
  ///
  /// - Parameters:
  ///   - request: The caller and the request.
  ///   - era: The only era in which the change may be made. If it is over, the change fails as if the disk had failed.
  ///   - body: The change. It runs on the writer, at most once; an error that it throws rolls back this change only.
  ///   - completion: Called once, on a thread of the store, so it must return at once. It reports success only when the
  ///     change is on disk. Errors: ``Refusal``, ``StoreFault``, or the error of `body`. If the store does not accept
  ///     the change (it is closed, or too many changes wait), `completion` is called before this function returns.
  package func change(
    _ request: ChangeRequest, in era: WriterEra? = nil,
    _ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome,
    completion: @escaping @Sendable (Result<MadeChange, any Error>) -> Void
  ) {
    changes.enqueue(ChangeJob(request: request, era: era, body: body, completion: completion))
  }

  /// Makes a change and waits for its outcome. Cancelling the waiting task does not undo the change.
  package func change(
    _ request: ChangeRequest, _ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome
  ) async throws -> ChangeOutcome {
    try await withCheckedThrowingContinuation { continuation in
      change(request, body) { continuation.resume(with: $0.map(\.outcome)) }
    }
  }

  /// Returns the outcome of a request that was made before; `nil` for a new request, or if nothing can be read now.
  ///
  /// - Throws: ``Refusal/requestIdReused(_:)``.
  package func made(_ request: ChangeRequest) async throws -> MadeChange? {
    do {
      return try await read { try $0.made(request) }
    } catch let refusal as Refusal {
      if case .requestIdReused = refusal { throw refusal }
      return nil
    } catch {
      return nil
    }
  }

  /// Deletes records of requests, the oldest first, at most `limit`. Keeps the records of the last `days` days on which
  /// the service ran. Call this function on each day until it returns 0: a day without a call does not count as a day
  /// of service.
  ///
  /// - Parameter days: The number of days to keep, including today.
  /// - Returns: The number of deleted records.
  package func forgetRequests(keeping days: Int, limit: Int = 500) async throws -> Int {
    if let fault { throw Refusal.unavailable(fault.reason) }
    let now = context.now()
    return try await mapped {
      try await self.pool.write { try RequestRecord.prune(keeping: days, now: now, limit: limit, $0) }
    }
  }

  /// Reads one snapshot of the schedule. A read that has begun runs to its end even if its task is cancelled. A read
  /// that has not begun throws `CancellationError` when its task is cancelled.
  ///
  /// The reading thread itself returns the connection to the pool. GRDB's own async read returns the connection only
  /// when its task resumes, which never happens if every thread of the task pool waits for a connection in
  /// ``readNow(_:)``.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (StoreReader) throws -> Value
  ) async throws -> Value {
    let context = context
    let isGivenUp = Switch()
    return try await mapped {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          self.pool.asyncRead { reading in
            continuation.resume(
              with: Result {
                if isGivenUp.isOn.load(ordering: .relaxed) { throw CancellationError() }
                return try body(StoreReader(reading.get(), context))
              })
          }
        }
      } onCancel: {
        isGivenUp.isOn.store(true, ordering: .relaxed)
      }
    }
  }

  /// Reads on the caller's thread, which waits meanwhile. Must not be called from a reading or changing closure.
  ///
  /// This function begins and ends the transaction itself. GRDB's own transaction is too slow: it adds a fifth to the
  /// time of the query for a worker's day.
  package func readNow<Value>(_ body: (StoreReader) throws -> Value) throws -> Value {
    do {
      return try pool.unsafeRead { db in
        try db.run("BEGIN DEFERRED")
        defer { try? db.run("COMMIT") }
        return try body(StoreReader(db, context))
      }
    } catch {
      throw translate(error)
    }
  }

  func mapped<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch {
      throw translate(error)
    }
  }

  /// Translates an error into the error for the caller. If the error shows that the database is damaged, the store
  /// accepts no more changes: they could destroy what can still be saved.
  func translate(_ error: any Error) -> any Error {
    if error is DatabaseError, changes.isClosed { return Refusal.unavailable(.shuttingDown) }
    if let fault = DiskFault(error), fault.isDamage { changes.report(fault) }
    return StoreFault.translate(error)
  }

  /// The size of the database and its log on disk, in bytes.
  package var databaseBytes: Int64 { DatabaseFile(path: path).bytes }

  /// The size of the log alone, in bytes. It grows until its content is moved into the database.
  package var logBytes: Int64 { DatabaseFile(path: path).logBytes }

  /// Accepts no more changes, makes and answers the changes already accepted, and closes. Reads that have begun run to
  /// their end.
  package func close() async {
    let isFirst = await withCheckedContinuation { continuation in
      let isFirst = changes.close { db in
        // If the checkpoint fails, the next start recovers the log.
        _ = try? db.checkpoint(.truncate)
        continuation.resume(returning: true)
      }
      if !isFirst { continuation.resume(returning: false) }
    }
    guard isFirst else { return }
    try? pool.close()
    lock.release()
  }
}

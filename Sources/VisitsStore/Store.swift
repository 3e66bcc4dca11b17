import Dispatch
import GRDB
import Synchronization
package import VisitsModel

/// Turned on by one task, and looked at by another.
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
  /// Whether the whole database was checked when it was opened.
  package let isChecked: Bool
  private let lock: DatabaseLock
  private let found = Mutex<[String]>([])
  /// One backup at a time, each on a thread that may take its time.
  let backups = DispatchQueue(label: "backups")
  let isStopping = Atomic(false)
  let spool: Spool?
  let spoolHook = Mutex(SpoolHook())
  /// The connections in use.
  var pool: DatabasePool { current.pool }

  /// What a store needs to know.
  package struct Options: Sendable {
    /// The database's file. Its folder is made when it is missing; beside it stand its logs, its lock and backups.
    package var path: String
    /// How many reads go on at once.
    package var readers: Int
    /// The wall clock.
    package var now: @Sendable () -> Instant
    /// Where new ids come from.
    package var identities: IdentitySource
    /// Whether there is an upstream: then each change of ours waits in the outbox until that has confirmed it.
    package var hasUpstream: Bool
    /// The time since any moment, by a clock that nobody sets. It tells how long a change takes.
    package var elapsed: @Sendable () -> Duration

    /// Options of a store.
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

  /// Why no changes are taken, since the disk failed one. Reads go on, and so does the answer to a request that has
  /// been acknowledged before. It stays so until ``reopen()`` succeeds.
  package var fault: DiskFault? { changes.fault }

  /// The writer's present era.
  package var era: WriterEra { changes.era }

  /// Every fault of the disk as it comes; ends when the store is closed. To be read by one.
  package var faults: AsyncStream<DiskFault> { changes.faults }

  /// What the last ``check()`` found; none: nothing, or there was none.
  package var findings: [String] { found.withLock { $0 } }

  func keep(_ findings: [String]) { found.withLock { $0 = findings } }

  /// Calls `hook` with what every commit changed, after it is on disk and before anybody is answered. It runs on the
  /// writer: until it returns, no other change is made.
  package func onCommit(_ hook: @escaping @Sendable ([CommittedChange]) -> Void) { changes.onCommit(hook) }

  /// Makes a change, or finds that this request has been made and repeats its outcome. Changes are made in the order of
  /// these calls, which never wait.
  ///
  /// - Parameters:
  ///   - request: Who asks for what.
  ///   - era: The only era in which it may be made. When that is over, it fails as if the disk had failed it.
  ///   - body: The change. It runs on the writer, at most once; what it throws takes back all of it, and nothing else.
  ///   - completion: Called once, on a thread of the store and so to be left at once; with a success only when the
  ///     change is on disk. Errors: ``Refusal``, ``StoreFault``, or what `body` threw. A change that is not even taken (the store is
  ///     closed, or too many wait) is told so before this returns.
  package func change(
    _ request: ChangeRequest, in era: WriterEra? = nil,
    _ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome,
    completion: @escaping @Sendable (Result<MadeChange, any Error>) -> Void
  ) {
    changes.enqueue(ChangeJob(request: request, era: era, body: body, completion: completion))
  }

  /// The same for a caller that waits. Its cancellation takes nothing back.
  package func change(
    _ request: ChangeRequest, _ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome
  ) async throws -> ChangeOutcome {
    try await withCheckedThrowingContinuation { continuation in
      change(request, body) { continuation.resume(with: $0.map(\.outcome)) }
    }
  }

  /// What a request came to that was made before; `nil`: it was not, or nothing can be read now.
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

  /// Forgets requests that came before the last days on which the service ran, at most `limit` of them, the oldest first.
  /// To be called on each day until it returns 0: a day on which it is not called does not count.
  ///
  /// - Parameter days: So many days, today among them.
  /// - Returns: How many were forgotten.
  package func forgetRequests(keeping days: Int, limit: Int = 500) async throws -> Int {
    if let fault { throw Refusal.unavailable(fault.reason) }
    let now = context.now()
    return try await mapped {
      try await self.pool.write { try RequestRecord.prune(keeping: days, now: now, limit: limit, $0) }
    }
  }

  /// Reads, seeing one moment of the schedule throughout. A read that has begun is finished, whatever becomes of its task;
  /// one that has not is given up with its task, and throws `CancellationError`.
  ///
  /// The connection is given back by the thread that has read. GRDB's own reading task gives it back when it runs again,
  /// which it never does once all threads of tasks wait for a connection in ``readNow(_:)``.
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

  /// The same on the caller's thread, which waits meanwhile. Not to be called from a reading or changing closure.
  ///
  /// It begins and ends the transaction itself: GRDB's own takes a fifth of the time of a worker's day.
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

  private func translate(_ error: any Error) -> any Error {
    error is DatabaseError && changes.isClosed ? Refusal.unavailable(.shuttingDown) : StoreFault.translate(error)
  }

  /// The size of the database and its log on disk.
  package var databaseBytes: Int64 { DatabaseFile(path: path).bytes }

  /// The size of its log alone, which grows until what it holds is in the database.
  package var logBytes: Int64 { DatabaseFile(path: path).logBytes }

  /// Takes no more changes, makes those that were taken, answers them, and closes. Reads that have begun are finished.
  package func close() async {
    let isFirst = await withCheckedContinuation { continuation in
      let isFirst = changes.close { db in
        // What cannot be checkpointed now is recovered from the log at the next start.
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

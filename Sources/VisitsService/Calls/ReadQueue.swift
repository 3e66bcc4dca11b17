import Dispatch
import Synchronization

/// A queue of reads that cannot be answered at once. Only a few of them run at a time, so that a change or the stop of
/// the daemon does not wait behind ten thousand reads.
///
/// Reads run on threads of their own. Composing a long list occupies a processor for a while. The pool that runs tasks
/// has only one thread for each processor, and these threads also answer changes and page for emergencies.
final class ReadQueue: Sendable {
  typealias Job = @Sendable () async -> Void

  /// The number of reads that run at once: enough to keep every processor and every database connection busy.
  static let atOnce = 8
  /// The number of reads by devices that run at once. Devices have a queue of their own, so that a database connection
  /// stays free for the office.
  static let atOnceOfDevices = 3
  /// The number of reads by one user that run at once, so that database connections stay free for other users.
  static let atOnceOfUser = 2

  private struct State {
    var turns: Turns<Job>
    var threads: [ReadThread]
    var isStopped = false

    /// Removes the next read that may run, and a free thread for it. Returns `nil` if no read may run or no thread is
    /// free.
    mutating func next() -> (user: String, job: Job, thread: ReadThread)? {
      guard let thread = threads.last, let (user, job) = turns.next() else { return nil }
      threads.removeLast()
      return (user, job, thread)
    }
  }

  private let state: Mutex<State>
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  /// Creates a queue.
  ///
  /// - Parameter places: The number of reads that run at once.
  init(places: Int = atOnce) {
    state = Mutex(
      State(
        turns: Turns(places: places, placesOfUser: Self.atOnceOfUser),
        threads: (0..<places).map { _ in ReadThread() }))
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Queues a read behind the other reads of its user.
  ///
  /// - Returns: `false` if the queue has stopped and the read will not run.
  func take(for user: String, _ job: @escaping Job) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.turns.add(job, of: user) }
      return !state.isStopped
    }
    change.yield()
    return isTaken
  }

  /// Runs the queued reads until ``stop()`` is called. Returns once all of them have finished.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await _ in changes {
        while let (user, job, thread) = state.withLock({ $0.next() }) {
          group.addTask(executorPreference: thread) { [self] in
            await job()
            state.withLock { state in
              state.turns.ended(user)
              state.threads.append(thread)
            }
            change.yield()
          }
        }
      }
      group.cancelAll()
      for job in state.withLock({ $0.turns.remove { _ in true } }) { group.addTask { await job() } }
    }
  }

  /// Stops accepting reads. Queued reads that have not begun run as cancelled tasks, which end at once.
  func stop() {
    state.withLock { $0.isStopped = true }
    change.finish()
  }
}

/// A thread that runs one read at a time. It is a serial dispatch queue, whose thread does not belong to the pool that
/// runs tasks.
private final class ReadThread: TaskExecutor {
  private let queue = DispatchQueue(label: "reads")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

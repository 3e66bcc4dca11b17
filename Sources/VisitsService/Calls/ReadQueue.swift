import Dispatch
import Synchronization

/// A queue of calls that change nothing and cannot be answered at once. Few run at a time, so that a change or a stop
/// does not wait behind ten thousand of them.
///
/// They run on their own threads. Composing a long list occupies a processor for a while, and the threads of tasks, one
/// for each processor, also answer changes and page for emergencies.
final class ReadQueue: Sendable {
  typealias Job = @Sendable () async -> Void

  /// The number of calls that run at once: enough to keep every processor and database connection busy.
  static let atOnce = 8
  /// The number of device calls that run at once, in a queue of their own: a database connection stays free for the
  /// office.
  static let atOnceOfDevices = 3
  /// The number of one user's calls that run at once: database connections stay free for other users.
  static let atOnceOfUser = 2

  private struct State {
    var turns: Turns<Job>
    var threads: [ReadThread]
    var isStopped = false

    /// Removes the next call that may run, together with a free thread.
    mutating func next() -> (user: String, job: Job, thread: ReadThread)? {
      guard let thread = threads.last, let (user, job) = turns.next() else { return nil }
      threads.removeLast()
      return (user, job, thread)
    }
  }

  private let state: Mutex<State>
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  /// - Parameter places: The number of calls that run at once.
  init(places: Int = atOnce) {
    state = Mutex(
      State(
        turns: Turns(places: places, placesOfUser: Self.atOnceOfUser),
        threads: (0..<places).map { _ in ReadThread() }))
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Queues a call behind the other calls of its user.
  ///
  /// - Returns: `false` if the queue has stopped.
  func take(for user: String, _ job: @escaping Job) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.turns.add(job, of: user) }
      return !state.isStopped
    }
    change.yield()
    return isTaken
  }

  /// Runs the queued calls. Returns after ``stop()``, once the running calls have finished.
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

  /// Stops accepting calls. Calls that have not begun run as cancelled tasks, which end at once.
  func stop() {
    state.withLock { $0.isStopped = true }
    change.finish()
  }
}

/// Runs one read at a time. A serial dispatch queue uses a thread outside the pool that runs tasks.
private final class ReadThread: TaskExecutor {
  private let queue = DispatchQueue(label: "reads")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

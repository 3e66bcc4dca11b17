import Dispatch
import Synchronization

/// The calls that change nothing and cannot be answered at once. A few run at a time, so that a change or a stop does not
/// wait behind ten thousand of them.
///
/// They run on threads of their own. Composing a long list takes a processor for a while, and the threads of tasks, as
/// many as there are processors, also answer changes and page for emergencies.
final class ReadQueue: Sendable {
  typealias Job = @Sendable () async -> Void

  /// How many run at once: enough to keep every processor and connection of the database busy.
  static let atOnce = 8
  /// How many of them are devices': a connection of the database is left for the office.
  static let atOnceOfDevices = 3
  /// How many of them are one user's: connections of the database are left for the others.
  static let atOnceOfUser = 2

  private struct State {
    var turns: Turns<Job>
    var threads: [ReadThread]
    var isStopped = false

    /// Takes the next call for which there is a place, with a free thread.
    mutating func next() -> (user: String, job: Job, thread: ReadThread)? {
      guard let thread = threads.last, let (user, job) = turns.next() else { return nil }
      threads.removeLast()
      return (user, job, thread)
    }
  }

  private let state: Mutex<State>
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  /// - Parameter places: How many run at once.
  init(places: Int = atOnce) {
    state = Mutex(
      State(
        turns: Turns(places: places, placesOfUser: Self.atOnceOfUser),
        threads: (0..<places).map { _ in ReadThread() }))
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Puts one behind the others of its user. `false`: none is taken any more.
  func take(for user: String, _ job: @escaping Job) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.turns.add(job, of: user) }
      return !state.isStopped
    }
    change.yield()
    return isTaken
  }

  /// Runs them, until ``stop()`` and those that were begun are done.
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

  /// Takes no more; those that have not begun run as cancelled ones, which end at once.
  func stop() {
    state.withLock { $0.isStopped = true }
    change.finish()
  }
}

/// Runs one read at a time. A serial queue gets a thread beside those of tasks.
private final class ReadThread: TaskExecutor {
  private let queue = DispatchQueue(label: "reads")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

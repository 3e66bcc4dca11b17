import Synchronization

/// The calls that change nothing, and cannot be answered at once: a few at a time, so that whoever has changed something,
/// or stops the daemon, does not wait behind ten thousand of them.
final class ReadQueue: Sendable {
  typealias Job = @Sendable () async -> Void

  /// How many are under way at once: enough for every thread and connection of the database to have something to do, and
  /// little enough to be waited for.
  static let atOnce = 8

  private let jobs: AsyncStream<Job>
  private let enqueue: AsyncStream<Job>.Continuation
  private let isStopping = Atomic(false)

  init() { (jobs, enqueue) = AsyncStream.makeStream() }

  /// Puts one behind the others. `false`: none is taken any more.
  func take(_ job: @escaping Job) -> Bool {
    if case .terminated = enqueue.yield(job) { false } else { true }
  }

  /// Does them, until ``stop()`` and those that were begun are done.
  func run() async {
    let (places, free) = AsyncStream.makeStream(of: Void.self)
    for _ in 1...Self.atOnce { free.yield() }
    await withDiscardingTaskGroup { group in
      var place = places.makeAsyncIterator()
      for await job in jobs {
        await place.next()
        if isStopping.load(ordering: .relaxed) { group.cancelAll() }
        group.addTask {
          await job()
          free.yield()
        }
      }
      group.cancelAll()
    }
  }

  /// Takes no more; those that have not begun run as cancelled ones, which end at once.
  func stop() {
    isStopping.store(true, ordering: .relaxed)
    enqueue.finish()
  }
}

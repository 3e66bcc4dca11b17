import Synchronization

/// The calls that change nothing, and cannot be answered at once: a few at a time, so that whoever has changed something,
/// or stops the daemon, does not wait behind ten thousand of them.
final class ReadQueue: Sendable {
  typealias Job = @Sendable () async -> Void

  /// How many are under way at once: enough for every thread and connection of the database to have something to do, and
  /// little enough to be waited for.
  static let atOnce = 8
  /// How many of them are one user's: connections of the database are left for the others.
  static let atOnceOfUser = 2

  private struct State {
    var turns = Turns<Job>(places: atOnce, placesOfUser: atOnceOfUser)
    var isStopped = false
  }

  private let state = Mutex(State())
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init() { (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Puts one behind the others of its user. `false`: none is taken any more.
  func take(for user: String, _ job: @escaping Job) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.turns.add(job, of: user) }
      return !state.isStopped
    }
    change.yield()
    return isTaken
  }

  /// Does them, until ``stop()`` and those that were begun are done.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await _ in changes {
        while let (user, job) = state.withLock({ $0.turns.next() }) {
          group.addTask { [self] in
            await job()
            state.withLock { $0.turns.ended(user) }
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

import Synchronization

/// The calls that change nothing, and cannot be answered at once: a few at a time, so that whoever has changed something,
/// or stops the daemon, does not wait behind ten thousand of them. Users take turns, so that nobody waits behind ten
/// thousand of somebody else.
final class ReadQueue: Sendable {
  typealias Job = @Sendable () async -> Void

  /// How many are under way at once: enough for every thread and connection of the database to have something to do, and
  /// little enough to be waited for.
  static let atOnce = 8
  /// How many of them are one user's: connections of the database are left for the others.
  static let atOnceOfUser = 2

  private struct User {
    var waiting: ArraySlice<Job> = []
    var running = 0
  }

  private struct State {
    var users: [String: User] = [:]
    /// The users whose turn comes, in order: each has a call that waits, and may have one more under way.
    var turns: ArraySlice<String> = []
    var running = 0
    var isStopped = false

    mutating func add(_ job: @escaping Job, of user: String) {
      users[user, default: User()].waiting.append(job)
      if users[user]?.waiting.count == 1 { queue(user) }
    }

    /// Gives a user a turn who may have one more under way.
    private mutating func queue(_ user: String) {
      guard let state = users[user], !state.waiting.isEmpty, state.running < atOnceOfUser else { return }
      turns.append(user)
    }

    /// The next that may begin.
    mutating func next() -> (user: String, job: Job)? {
      guard running < atOnce, let user = turns.popFirst(), let job = users[user]?.waiting.popFirst() else { return nil }
      users[user]?.running += 1
      running += 1
      queue(user)
      return (user, job)
    }

    mutating func ended(_ user: String) {
      running -= 1
      guard var state = users[user] else { return }
      state.running -= 1
      users[user] = state.running == 0 && state.waiting.isEmpty ? nil : state
      // Otherwise a turn of theirs is still to come.
      if state.running == atOnceOfUser - 1 { queue(user) }
    }

    /// All that wait.
    mutating func takeAll() -> [Job] {
      defer { (users, turns) = ([:], []) }
      return users.values.flatMap(\.waiting)
    }
  }

  private let state = Mutex(State())
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init() { (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Puts one behind the others of its user. `false`: none is taken any more.
  func take(for user: String, _ job: @escaping Job) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.add(job, of: user) }
      return !state.isStopped
    }
    change.yield()
    return isTaken
  }

  /// Does them, until ``stop()`` and those that were begun are done.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await _ in changes {
        while let (user, job) = state.withLock({ $0.next() }) {
          group.addTask { [self] in
            await job()
            state.withLock { $0.ended(user) }
            change.yield()
          }
        }
      }
      group.cancelAll()
      for job in state.withLock({ $0.takeAll() }) { group.addTask { await job() } }
    }
  }

  /// Takes no more; those that have not begun run as cancelled ones, which end at once.
  func stop() {
    state.withLock { $0.isStopped = true }
    change.finish()
  }
}

import Glibc
import Synchronization

/// Prepares imports one at a time, on a separate thread with a low priority. The thread is busy until the prepared
/// import was written to the database, because a prepared import takes much memory and a second one must not exist
/// beside it. The threads that run tasks are too few for such work.
///
/// Users take turns, so that a user waits for at most one import of each other user.
final class Preparations: Sendable {
  /// A flag that says whether an import is abandoned: its caller has disconnected, or ``Preparations/stop()`` was
  /// called.
  final class Abandonment: Sendable {
    private let flag = Atomic(false)

    var isAbandoned: Bool { flag.load(ordering: .relaxed) }

    fileprivate func abandon() { flag.store(true, ordering: .relaxed) }
  }

  private struct Piece {
    let abandonment: Abandonment
    /// Runs the import, or throws `CancellationError` to its caller if it was abandoned.
    let run: @Sendable () -> Void
  }

  private struct State {
    var turns = Turns<Piece>(places: 1, placesOfUser: 1)
    var running: (user: String, abandonment: Abandonment)?
    var hasThread = false
    var isStopped = false

    /// Ends the running import, and returns the next one. Returns `nil` if none waits; the thread must then end.
    mutating func next() -> Piece? {
      if let running { turns.ended(running.user) }
      let next = turns.next()
      running = next.map { ($0.user, $0.item.abandonment) }
      hasThread = next != nil
      return next?.item
    }
  }

  private let state = Mutex(State())

  /// Runs the import of a user when the user's turn comes, and returns its result.
  ///
  /// - Parameters:
  ///   - listener: The caller. When it disconnects, the import is abandoned.
  ///   - work: The import. It may end early once it is abandoned.
  /// - Throws: `CancellationError` if the import was abandoned before it began, because the caller has disconnected or
  ///   ``stop()`` was called.
  func run<Value: Sendable>(
    for user: String, _ listener: any Listener, _ work: @escaping @Sendable (Abandonment) -> Value
  ) async throws -> Value {
    let abandonment = Abandonment()
    let forget = listener.whenGone {
      abandonment.abandon()
      // Remove it at once: a client that connects and disconnects again and again would fill the memory with waiting
      // work.
      self.endAbandoned()
    }
    defer { forget() }
    return try await withCheckedThrowingContinuation { continuation in
      add(
        Piece(abandonment: abandonment) {
          continuation.resume(
            with: Result {
              if abandonment.isAbandoned { throw CancellationError() }
              return work(abandonment)
            })
        }, of: user)
    }
  }

  /// Abandons the running import, all waiting imports, and all imports that are added later.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.running?.abandonment.abandon()
      for piece in state.turns.waiting { piece.abandonment.abandon() }
    }
    endAbandoned()
  }

  private func endAbandoned() {
    for piece in state.withLock({ $0.turns.remove(where: \.abandonment.isAbandoned) }) { piece.run() }
  }

  /// The number of imports that wait for their turn.
  var count: Int { state.withLock(\.turns.count) }

  private func add(_ piece: Piece, of user: String) {
    let (isAbandoned, starts) = state.withLock { state in
      if state.isStopped { piece.abandonment.abandon() }
      if piece.abandonment.isAbandoned { return (true, false) }
      state.turns.add(piece, of: user)
      defer { state.hasThread = true }
      return (false, !state.hasThread)
    }
    if isAbandoned { piece.run() }
    if starts { startThread() }
  }

  /// Starts a new thread for the waiting imports. Threads of other work are not used, because a thread that has lowered
  /// its priority cannot raise it again. If the system refuses a new thread, the imports run on the calling thread.
  private func startThread() {
    let own = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { own in
        // On Linux this applies to the calling thread only. If the system refuses it, the thread keeps its priority,
        // which does no harm.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        if let own { Unmanaged<Preparations>.fromOpaque(own).takeRetainedValue().runAll() }
        return nil
      }, own.toOpaque())
    guard code == 0 else {
      own.release()
      return runAll()
    }
    pthread_detach(thread)
  }

  private func runAll() {
    while let piece = state.withLock({ $0.next() }) { piece.run() }
  }
}

import Glibc
import Synchronization

/// Reads imports, one at a time on a thread of its own, and holds each until its change is made: a prepared import takes
/// much memory, and the threads of tasks are few. The thread gives way to all others of this host. Users take turns, so
/// that nobody waits for more than one import of each other user.
final class Preparations: Sendable {
  /// Whether anybody still waits for a piece of work.
  final class Abandonment: Sendable {
    private let flag = Atomic(false)

    var isAbandoned: Bool { flag.load(ordering: .relaxed) }

    fileprivate func abandon() { flag.store(true, ordering: .relaxed) }
  }

  private struct Piece {
    let abandonment: Abandonment
    /// Does the work, or says that it was abandoned.
    let run: @Sendable () -> Void
  }

  private struct State {
    var turns = Turns<Piece>(places: 1, placesOfUser: 1)
    var running: (user: String, abandonment: Abandonment)?
    var hasThread = false
    var isStopped = false

    /// Ends what is under way, and takes what comes next; `nil`: nothing waits, and the thread ends.
    mutating func next() -> Piece? {
      if let running { turns.ended(running.user) }
      let next = turns.next()
      running = next.map { ($0.user, $0.item.abandonment) }
      hasThread = next != nil
      return next?.item
    }
  }

  private let state = Mutex(State())

  /// Does a user's work when its turn has come.
  ///
  /// - Parameters:
  ///   - listener: Who asked. When they have gone, the work is abandoned.
  ///   - work: It may end early once it is abandoned.
  /// - Throws: `CancellationError` when it was abandoned before it began, also by ``stop()``.
  func run<Value: Sendable>(
    for user: String, _ listener: any Listener, _ work: @escaping @Sendable (Abandonment) -> Value
  ) async throws -> Value {
    let abandonment = Abandonment()
    let forget = listener.whenGone {
      abandonment.abandon()
      // At once, or somebody who comes and goes fills the memory with what waits here.
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

  /// Abandons all work, that which is still to come too.
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

  /// How many pieces wait.
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

  /// A thread of its own, since one that has given way once never gets its priority back.
  private func startThread() {
    let own = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { own in
        // Of this thread alone, as Linux has it; that it may be refused is no harm.
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

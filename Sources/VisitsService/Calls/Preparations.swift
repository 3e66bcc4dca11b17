import Glibc
import Synchronization

/// Work that takes its time and needs no store, one piece at a time on a thread of its own: the threads of tasks are few,
/// and reads need them. The thread gives way to all others of this host. Users take turns, so that nobody waits for more
/// than one piece of each other user.
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
    /// The users whose turn comes, in order; each has a piece that waits.
    var turns: [String] = []
    var waiting: [String: [Piece]] = [:]
    var isRunning = false
    var running: Abandonment?
    var isStopped = false

    /// Takes the pieces out of the queue that were abandoned.
    mutating func takeAbandoned() -> [Piece] {
      let abandoned = waiting.values.joined().filter(\.abandonment.isAbandoned)
      guard !abandoned.isEmpty else { return [] }
      waiting = waiting.mapValues { $0.filter { !$0.abandonment.isAbandoned } }.filter { !$0.value.isEmpty }
      turns.removeAll { waiting[$0] == nil }
      return Array(abandoned)
    }

    mutating func next() -> Piece? {
      guard !turns.isEmpty else { return nil }
      let user = turns.removeFirst()
      guard var pieces = waiting.removeValue(forKey: user), !pieces.isEmpty else { return nil }
      let piece = pieces.removeFirst()
      if !pieces.isEmpty {
        waiting[user] = pieces
        turns.append(user)
      }
      return piece
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
      state.running?.abandon()
      for piece in state.waiting.values.joined() { piece.abandonment.abandon() }
    }
    endAbandoned()
  }

  private func endAbandoned() {
    for piece in state.withLock({ $0.takeAbandoned() }) { piece.run() }
  }

  /// How many pieces wait.
  var count: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  private func add(_ piece: Piece, of user: String) {
    let (isAbandoned, starts) = state.withLock { state in
      if state.isStopped { piece.abandonment.abandon() }
      if piece.abandonment.isAbandoned { return (true, false) }
      if state.waiting[user] == nil { state.turns.append(user) }
      state.waiting[user, default: []].append(piece)
      defer { state.isRunning = true }
      return (false, !state.isRunning)
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
    while let piece = take() { piece.run() }
  }

  private func take() -> Piece? {
    state.withLock { state in
      let piece = state.next()
      state.running = piece?.abandonment
      state.isRunning = piece != nil
      return piece
    }
  }
}

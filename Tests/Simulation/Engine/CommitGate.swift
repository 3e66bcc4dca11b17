import GRDB
import Synchronization

/// Stands between the store and its disk, and lets the process die at a commit: just before it or just after it. A dead
/// process commits nothing any more.
final class CommitGate: TransactionObserver, Sendable {
  /// The process is dead.
  struct Died: Error {}

  private struct State {
    var commits = 0
    var death: (commit: Int, isBefore: Bool)?
    var isDead = false
  }

  private let state = Mutex(State())

  /// How many commits there were.
  var commits: Int { state.withLock(\.commits) }
  var isDead: Bool { state.withLock(\.isDead) }

  /// Has the process die so many commits from now.
  func die(after commits: Int, isBefore: Bool) {
    state.withLock { $0.death = ($0.commits + commits, isBefore) }
  }

  /// Nothing is planned any more.
  func live() { state.withLock { $0.death = nil } }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseWillCommit() throws {
    try state.withLock { state in
      if state.isDead { throw Died() }
      if let death = state.death, death.commit <= state.commits {
        (state.isDead, state.death) = (true, nil)
        if death.isBefore { throw Died() }
      }
      state.commits += 1
    }
  }
}

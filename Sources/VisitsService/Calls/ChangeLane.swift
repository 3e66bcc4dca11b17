import Synchronization

/// Keeps the changes of one connection in order while one of them, such as an import, is being prepared. Later changes
/// wait in the lane until the prepared change has gone to the store. If no change is being prepared, changes go to the
/// store at once.
///
/// The calls of a connection arrive one after another on its event loop. The number of waiting changes is bounded by
/// the number of calls that a connection may have in flight.
package final class ChangeLane: Sendable {
  typealias Step = @Sendable () async -> Void

  private struct State {
    var isHeld = false
    var waiting: [Step] = []
  }

  private let state = Mutex(State())

  init() {}

  /// Appends a change if another change is being prepared. Returns `false` if none is; the caller must then run the
  /// step itself.
  func queue(_ step: @escaping Step) -> Bool {
    state.withLock { state in
      if state.isHeld { state.waiting.append(step) }
      return state.isHeld
    }
  }

  /// Appends a change that needs preparation, and holds back later changes until ``run()`` has finished. Returns
  /// whether the caller must call ``run()``. If another prepared change holds the lane already, its ``run()`` includes
  /// this step.
  func hold(for step: @escaping Step) -> Bool {
    state.withLock { state in
      defer { state.isHeld = true }
      state.waiting.append(step)
      return !state.isHeld
    }
  }

  /// Runs the waiting steps in order, until none is left.
  func run() async {
    while let step = next() { await step() }
  }

  /// Drops the waiting steps, because the daemon is stopping.
  func abandon() { state.withLock { $0 = State() } }

  private func next() -> Step? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isHeld = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}

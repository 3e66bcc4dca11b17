import Synchronization

/// Keeps the changes of one connection in order while one of them is being prepared: later changes wait in the lane
/// until the prepared one has gone to the store. At other times no change waits.
///
/// The calls of a connection come one after another, from its event loop. The limit of its calls in flight bounds the
/// number of waiting changes.
package final class ChangeLane: Sendable {
  typealias Step = @Sendable () async -> Void

  private struct State {
    var isHeld = false
    var waiting: [Step] = []
  }

  private let state = Mutex(State())

  init() {}

  /// Appends a step if a change is being prepared. Returns `false` if none is: the caller then runs the step at once.
  func queue(_ step: @escaping Step) -> Bool {
    state.withLock { state in
      if state.isHeld { state.waiting.append(step) }
      return state.isHeld
    }
  }

  /// Appends a step and holds back later changes until ``run()`` has finished. Returns `false` if they are held back
  /// already.
  func hold(for step: @escaping Step) -> Bool {
    state.withLock { state in
      defer { state.isHeld = true }
      state.waiting.append(step)
      return !state.isHeld
    }
  }

  /// Runs the steps one after another until none is left.
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

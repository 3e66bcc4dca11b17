import Synchronization

/// The changes of one connection, in the order sent, while one of them is still being prepared: what comes behind it
/// waits here, and goes to the store when that one has gone. Otherwise nothing waits, and nobody looks in.
///
/// Calls of one connection come one after another, from its event loop; what waits is bounded by how many calls it may
/// have in flight.
package final class ChangeLane: Sendable {
  typealias Step = @Sendable () async -> Void

  private struct State {
    var isHeld = false
    var waiting: [Step] = []
  }

  private let state = Mutex(State())

  init() {}

  /// Puts a step behind those that wait. `false`: none does, and it may be taken at once.
  func queue(_ step: @escaping Step) -> Bool {
    state.withLock { state in
      if state.isHeld { state.waiting.append(step) }
      return state.isHeld
    }
  }

  /// Holds what comes from here on, until ``run()`` is through. `false`: it is held already.
  func hold(for step: @escaping Step) -> Bool {
    state.withLock { state in
      defer { state.isHeld = true }
      state.waiting.append(step)
      return !state.isHeld
    }
  }

  /// Takes the steps one after another until none waits.
  func run() async {
    while let step = next() { await step() }
  }

  /// Forgets what waits, since nothing is carried out any more.
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

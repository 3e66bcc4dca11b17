import Synchronization
import VisitsAPI
import VisitsModel

/// Counts calls and changes: since the start, and within the last minute. By the wall clock, which every call has read
/// anyhow; with a lock that nobody holds for longer than an addition.
final class CallMeter: Sendable {
  /// What became of the calls of a method.
  struct Calls: Sendable, Hashable {
    /// How many were answered.
    var answered = 0
    /// How many of them with an error.
    var refused = 0
  }

  /// Within the last minute.
  struct Rates: Sendable, Hashable {
    /// How many calls were answered.
    var calls: Int
    /// How many of them with an error.
    var errors: Int
    /// How many changes were written.
    var changes: Int
  }

  private struct State {
    var methods: [Calls]
    var changes = 0
    var lastCalls = RateWindow()
    var lastErrors = RateWindow()
    var lastChanges = RateWindow()
  }

  private let state: Mutex<State>

  /// Counts the calls of so many methods, and of such as there are not.
  init(methods: Int) { state = Mutex(State(methods: Array(repeating: Calls(), count: methods + 1))) }

  /// A call was answered.
  ///
  /// - Parameter number: The method's place among them; `nil`: there is none of that name.
  func answered(_ number: Int?, isRefused: Bool, at now: Instant) {
    state.withLock { state in
      let index = number ?? state.methods.count - 1
      state.methods[index].answered += 1
      state.lastCalls.add(1, at: now)
      guard isRefused else { return }
      state.methods[index].refused += 1
      state.lastErrors.add(1, at: now)
    }
  }

  /// So many changes are on disk.
  func changed(_ count: Int, at now: Instant) {
    state.withLock { state in
      state.changes += count
      state.lastChanges.add(count, at: now)
    }
  }

  /// How it is lately.
  func rates(at now: Instant) -> Rates {
    state.withLock { state in
      Rates(
        calls: state.lastCalls.count(at: now), errors: state.lastErrors.count(at: now),
        changes: state.lastChanges.count(at: now))
    }
  }

  /// All since the start: of each method in its place, and of such as there are not at the end.
  var totals: (methods: [Calls], changes: Int) { state.withLock { ($0.methods, $0.changes) } }
}

import Synchronization
import VisitsAPI
import VisitsModel

/// Counts calls and changes, since the start of the process and within the last minute. It uses the wall clock, which
/// every call reads anyway. Its lock is held only for a few additions.
final class CallMeter: Sendable {
  /// The counts of one method's calls.
  struct Calls: Sendable, Hashable {
    /// The number of calls that were answered, with a result or an error.
    var answered = 0
    /// The number of calls that were answered with an error.
    var refused = 0
  }

  /// The counts of the last minute, for all methods together.
  struct Rates: Sendable, Hashable {
    /// The number of calls that were answered, with a result or an error.
    var calls: Int
    /// The number of calls that were answered with an error.
    var errors: Int
    /// The number of changes that were written to disk.
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

  /// Creates a meter with one counter for each of the methods, and one more for calls of unknown methods.
  init(methods: Int) { state = Mutex(State(methods: Array(repeating: Calls(), count: methods + 1))) }

  /// Counts an answered call.
  ///
  /// - Parameter number: The method's index; `nil` for an unknown method.
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

  /// Counts changes that were written to disk.
  func changed(_ count: Int, at now: Instant) {
    state.withLock { state in
      state.changes += count
      state.lastChanges.add(count, at: now)
    }
  }

  /// Returns the counts of the last minute, for all methods together.
  func rates(at now: Instant) -> Rates {
    state.withLock { state in
      Rates(
        calls: state.lastCalls.count(at: now), errors: state.lastErrors.count(at: now),
        changes: state.lastChanges.count(at: now))
    }
  }

  /// The counts since the start of the process. `methods` has an entry for each method, by index, and a last one for
  /// calls of unknown methods.
  var totals: (methods: [Calls], changes: Int) { state.withLock { ($0.methods, $0.changes) } }
}

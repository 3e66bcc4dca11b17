import FHIR
import Synchronization
import VisitsModel
import VisitsSync
import VisitsTestSupport

@testable import simulate

/// A server at the other end of a wire on which a test holds requests back.
final class HeldWire: Exchanging {
  private struct State {
    var upstream = SimulatedUpstream()
    var isDown = false
    var isShut = false
    /// Whether a request is held back before the server sees it.
    var holds: @Sendable (FHIRRequest) -> Bool = { _ in false }
    /// Every request, as it set out.
    var sent: [FHIRRequest] = []
    var held: [CheckedContinuation<Void, Never>] = []
    var watchers: [(when: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Whoever waited for what has come about.
    mutating func seen() -> [CheckedContinuation<Void, Never>] {
      let (over, rest) = (watchers.filter { $0.when(self) }, watchers.filter { !$0.when(self) })
      watchers = rest
      return over.map(\.continuation)
    }
  }

  private let state = Mutex(State())
  private let time: ManualTime

  init(_ time: ManualTime) { self.time = time }

  /// However long it may take: the test lets go, and nobody else.
  func perform(_ request: FHIRRequest, within _: Duration?) async -> Result<FHIRAnswer, FHIRFailure> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        resume { state in
          state.sent.append(request)
          guard state.holds(request), !Task.isCancelled else { return [continuation] }
          state.held.append(continuation)
          return []
        }
      }
    } onCancel: {
      letGo()
    }
    if Task.isCancelled { return .failure(.cut(.cancelled)) }
    let answer: FHIRAnswer? = state.withLock { state in
      state.isDown ? nil : state.upstream.answer(request, at: time.now)
    }
    resume { _ in [] }
    return answer.map { .success($0) } ?? .failure(.unreachable(.noRoute))
  }

  func shutdown() async { state.withLock { $0.isShut = true } }

  /// Whether its connections were given up.
  var isShut: Bool { state.withLock(\.isShut) }

  /// Every request so far.
  var sent: [FHIRRequest] { state.withLock(\.sent) }

  /// How many of them brought changes.
  var writes: Int { sent.count { $0.body != nil } }

  /// Takes the wire away, or puts it back.
  func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

  /// Holds these back from now on.
  func hold(_ holds: @escaping @Sendable (FHIRRequest) -> Bool) { state.withLock { $0.holds = holds } }

  /// Lets go what is held back. What comes next is held back all the same.
  func letGo() {
    resume { state in
      defer { state.held = [] }
      return state.held
    }
  }

  /// Looks at the server, or changes what it keeps.
  func withUpstream<Value: Sendable>(_ body: (inout SimulatedUpstream) throws -> sending Value) rethrows -> Value {
    try state.withLock { try body(&$0.upstream) }
  }

  /// Returns once a record stands there.
  func until(_ name: String) async { await until { $0.upstream.record(name) != nil } }

  /// Returns once a record's comment says so.
  func until(_ name: String, says words: String) async {
    await until { $0.upstream.record(name)?["comment"]?.string == words }
  }

  /// Returns once so many requests are held back.
  func untilHeld(_ count: Int = 1) async { await until { $0.held.count >= count } }

  /// A test that takes too long is cancelled, and must not hang.
  private func until(_ when: @escaping @Sendable (State) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        resume { state in
          if when(state) || Task.isCancelled { return [continuation] }
          state.watchers.append((when, continuation))
          return []
        }
      }
    } onCancel: {
      resume { state in
        defer { state.watchers = [] }
        return state.watchers.map(\.continuation)
      }
    }
  }

  private func resume(_ body: (inout State) -> sending [CheckedContinuation<Void, Never>]) {
    let free = state.withLock { state in body(&state) + state.seen() }
    for continuation in free { continuation.resume() }
  }
}

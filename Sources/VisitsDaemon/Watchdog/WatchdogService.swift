import JSONRPCServer
import ServiceLifecycle
import Synchronization
import Systemd
import VisitsAPI
import VisitsModel
import VisitsStore

/// Tells the service manager that the daemon lives, as often as it asks to be told and as long as that is proved.
struct WatchdogService: Service {
  /// A loop that should have gone on so long ago does not turn any more.
  static let patience = Duration.seconds(60)

  /// `nil`: the service manager does not watch.
  let request: WatchdogRequest?
  let server: RPCServer
  let store: Store
  let loops: LoopWatch
  let notifier: Notifier
  let log: Log
  let clock: any Clock<Duration>

  func run() async throws {
    if let request {
      let callers = try await server.ownCallers()
      await cancelWhenGracefulShutdown { await watch(every: request.pulse, by: clock, callers) }
    }
    try? await gracefulShutdown()
  }

  private func watch<Watch: Clock<Duration>>(every pulse: Duration, by clock: Watch, _ callers: [OwnCaller]) async {
    let (events, happened) = AsyncStream.makeStream(of: ProofOfLife.Event.self)
    await withDiscardingTaskGroup { group in
      group.addTask {
        repeat {
          happened.yield(.pulse(writerSteps: store.writerSteps))
        } while (try? await clock.sleep(for: pulse)) != nil
      }
      var proof = ProofOfLife()
      for await event in events {
        for action in proof.take(event, late: loops.late(by: Self.patience)) {
          carryOut(action, callers, happened)
        }
      }
      group.cancelAll()
    }
  }

  private func carryOut(
    _ action: ProofOfLife.Action, _ callers: [OwnCaller], _ happened: AsyncStream<ProofOfLife.Event>.Continuation
  ) {
    switch action {
    case .ask(.writer): store.proveWriter { happened.yield(.answered(.writer, isGood: true)) }
    case .ask(.calls): Self.ask(callers) { happened.yield(.answered(.calls, isGood: $0)) }
    case .feed: notifier.alive()
    case .withheld(let lacks): log(.watchdogWithheld, ["VISITS_PROBLEM": lacks.words])
    case .resumed: log(JournalEvent.watchdogResumed)
    }
  }

  /// Calls on every thread that carries connections, and hands on whether all have answered well.
  private static func ask(_ callers: [OwnCaller], answered: @escaping @Sendable (Bool) -> Void) {
    let answers = AnswerCount(callers.count)
    for caller in callers {
      caller.ask(SystemHealth.name) { isGood in
        if let isGood = answers.take(isGood) { answered(isGood) }
      }
    }
  }
}

/// Waits for the last of several answers.
private final class AnswerCount: Sendable {
  private let state: Mutex<(open: Int, isGood: Bool)>

  init(_ count: Int) { state = Mutex((count, true)) }

  /// Whether all answers were good, once the last one is here.
  func take(_ isGood: Bool) -> Bool? {
    state.withLock { state in
      state.open -= 1
      state.isGood = state.isGood && isGood
      return state.open == 0 ? state.isGood : nil
    }
  }
}

extension [ProofOfLife.Lack] {
  /// What hangs, in an operator's words.
  fileprivate var words: Configured { Configured(map(\.words).joined(separator: "; ")) }
}

extension ProofOfLife.Lack {
  fileprivate var words: String {
    switch self {
    case .part(.calls): "calls are not answered"
    case .part(.writer): "changes are not written"
    case .loop(let loop): "the loop \"\(loop.rawValue)\" does not go on"
    }
  }
}

import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// The operator's command for alerts. The daemon runs it for each raised alert, so that the office need not watch a
/// terminal.
package struct AlertCommand: Sendable {
  /// The program and its arguments.
  package var command: Command
  /// The time limit for one run of the command.
  package var limit: Duration
  /// The runner that starts the command.
  package var runner: any CommandRunning

  /// Creates an alert command. Its time limit is 30 seconds by default.
  package init(command: Command, limit: Duration = .seconds(30), runner: any CommandRunning) {
    self.command = command
    self.limit = limit
    self.runner = runner
  }
}

/// Runs the operator's command for each raised alert, at most four at once. The sweep that raises the alerts never
/// waits for the command.
///
/// A failed run is repeated while the alert is open and not acknowledged. After a restart of the daemon, the command
/// runs for each such alert of the last day for which it has not succeeded yet.
final class AlertTelling: Sendable {
  /// The pauses after the first failed run for an alert, the second, and so on. The last pause applies to all further
  /// runs.
  static let pauses: [Duration] = [.seconds(5), .seconds(15), .seconds(30), .seconds(60), .seconds(300)]
  /// The number of commands that run at once. With several places, a command that hangs does not delay the others.
  static let atOnce = 4

  private struct Attempt: Sendable {
    let alert: AlertID
    let number: Int
  }

  private let current: Mutex<AlertCommand?>
  private let teller = Mutex(AlertCommandTeller())
  private let attempts: AsyncStream<Attempt>
  private let queue: AsyncStream<Attempt>.Continuation

  init(_ command: AlertCommand?) {
    current = Mutex(command)
    (attempts, queue) = AsyncStream.makeStream(of: Attempt.self)
  }

  private var command: AlertCommand? { current.withLock { $0 } }

  /// Replaces the command for all later runs.
  ///
  /// - Returns: The notice that a failing command was taken away; `nil` if there is nothing to report.
  func take(_ command: AlertCommand?) -> VisitsService.Notice? {
    current.withLock { $0 = command }
    return command == nil ? teller.withLock { $0.ended() } : nil
  }

  /// Queues the open, unacknowledged alerts of the last day for which the command has not succeeded. Called once, when
  /// the daemon starts.
  func load(from store: Store, now: Instant) throws {
    guard command != nil else { return }
    let yesterday = now.adding(minutes: -1440)
    let untold = try store.readNow { try $0.untoldAlerts(since: yesterday) }
    for alert in untold { queue.yield(Attempt(alert: alert, number: 1)) }
  }

  /// Queues the alerts that the committed changes raise. Runs on the database writer and must not wait.
  func note(_ changes: [CommittedChange]) {
    guard command != nil else { return }
    for change in changes {
      if case .alert(nil, let alert) = change.detail { queue.yield(Attempt(alert: alert.id, number: 1)) }
    }
  }

  /// Runs the command for queued alerts until the task is cancelled.
  func run(_ service: VisitsService) async {
    let (places, free) = AsyncStream.makeStream(of: Void.self)
    for _ in 1...Self.atOnce { free.yield() }
    await withDiscardingTaskGroup { group in
      var place = places.makeAsyncIterator()
      for await attempt in attempts {
        guard await place.next() != nil else { break }
        group.addTask { [self] in
          let isDone = await tell(attempt, service)
          free.yield()
          let pause = Self.pauses[min(attempt.number, Self.pauses.count) - 1]
          guard !isDone, (try? await service.clock.sleep(for: pause)) != nil else { return }
          queue.yield(Attempt(alert: attempt.alert, number: attempt.number + 1))
        }
      }
      group.cancelAll()
    }
  }

  /// Runs the command for one alert, if the alert is still open and not acknowledged.
  ///
  /// - Returns: `false` if the run must be repeated.
  private func tell(_ attempt: Attempt, _ service: VisitsService) async -> Bool {
    guard let command else { return drop(attempt) }
    let placed: PlacedAlert?
    do {
      placed = try await service.store.read { reader in
        try reader.alert(attempt.alert).map { try reader.placed($0) }
      }
    } catch {
      service.reportFault(error)
      return false
    }
    // The alert may have been resolved or acknowledged while it waited for its turn.
    guard let placed, placed.alert.state == .open else { return drop(attempt) }
    let line = AlertView.compose(placed, in: service.view(locale: nil)).bytes + [0x0A]
    let outcome = await command.runner.run(command.command, input: line, within: command.limit)
    // A command that our own shutdown has ended has not failed.
    guard !Task.isCancelled else { return true }
    let now = service.now()
    let notice = teller.withLock { teller -> VisitsService.Notice? in
      // Of a command that was taken away meanwhile, nothing more is reported.
      guard self.command != nil else { return nil }
      return outcome == .succeeded
        ? teller.succeeded(attempt.alert) : teller.failed(attempt.alert, outcome, at: now)
    }
    if let notice { service.report(notice) }
    guard outcome == .succeeded else { return false }
    // If this cannot be stored, the command runs once more after the next start, if the alert is still open.
    try? await service.store.keepTold(attempt.alert, at: now)
    return true
  }

  /// Records that the alert needs no run any more.
  ///
  /// - Returns: `true`: the run must not be repeated.
  private func drop(_ attempt: Attempt) -> Bool {
    teller.withLock { $0.dropped(attempt.alert) }
    return true
  }
}

import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// The operator's command that hears of alerts, so that nobody has to watch a terminal.
package struct AlertCommand: Sendable {
  /// The program and its arguments.
  package var command: Command
  /// How long it may take over one alert.
  package var limit: Duration
  /// What runs it.
  package var runner: any CommandRunning

  /// A command.
  package init(command: Command, limit: Duration = .seconds(30), runner: any CommandRunning) {
    self.command = command
    self.limit = limit
    self.runner = runner
  }
}

/// Hands each alert that is raised to the operator's command, a few at once and apart from the sweep, which waits for
/// none of it. What fails is tried again, as long as the alert holds and nobody has taken note of it; what was not taken
/// in the day before a stop is told after the next start.
final class AlertTelling: Sendable {
  /// The pauses before it is tried again; the last one between all further attempts.
  static let pauses: [Duration] = [.seconds(5), .seconds(15), .seconds(30), .seconds(60), .seconds(300)]
  /// So many commands run at once: one that hangs delays no others.
  static let atOnce = 4

  private struct Attempt: Sendable {
    let alert: AlertID
    let number: Int
  }

  private let current: Mutex<AlertCommand?>
  private let attempts: AsyncStream<Attempt>
  private let queue: AsyncStream<Attempt>.Continuation

  init(_ command: AlertCommand?) {
    current = Mutex(command)
    (attempts, queue) = AsyncStream.makeStream(of: Attempt.self)
  }

  private var command: AlertCommand? { current.withLock { $0 } }

  /// From now on another command hears of alerts.
  func take(_ command: AlertCommand?) { current.withLock { $0 = command } }

  /// Takes in what was not told before the start.
  func load(from store: Store, now: Instant) throws {
    guard command != nil else { return }
    let yesterday = now.adding(minutes: -1440)
    let untold = try store.readNow { try $0.untoldAlerts(since: yesterday) }
    for alert in untold { queue.yield(Attempt(alert: alert, number: 1)) }
  }

  /// Takes in what was committed. On the writer: must not wait.
  func note(_ changes: [CommittedChange]) {
    guard command != nil else { return }
    for change in changes {
      if case .alert(nil, let alert) = change.detail { queue.yield(Attempt(alert: alert.id, number: 1)) }
    }
  }

  /// Tells until the task is cancelled.
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

  /// Whether nothing is left to be told.
  private func tell(_ attempt: Attempt, _ service: VisitsService) async -> Bool {
    guard let command else { return true }
    let placed: PlacedAlert?
    do {
      placed = try await service.store.read { reader in
        try reader.alert(attempt.alert).map { try reader.placed($0) }
      }
    } catch {
      service.reportFault(error)
      return false
    }
    // While it waited for its turn, somebody may have come, or taken note of it.
    guard let placed, placed.alert.state == .open else { return true }
    let line = AlertView.compose(placed, in: service.view(locale: nil)).bytes + [0x0A]
    let outcome = await command.runner.run(command.command, input: line, within: command.limit)
    // Ended by our own end, it has not failed.
    guard !Task.isCancelled else { return true }
    guard outcome == .succeeded else {
      // The operator is told at first, and then once an hour.
      if attempt.number <= Self.pauses.count || attempt.number % 12 == 0 {
        service.report(.alertNotTold(attempt.alert, attempt: attempt.number, outcome))
      }
      return false
    }
    // What cannot be kept is told once more after the next start, if it holds still then.
    try? await service.store.keepTold(attempt.alert, at: service.now())
    return true
  }
}

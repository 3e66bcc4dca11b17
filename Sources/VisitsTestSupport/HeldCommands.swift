import Glibc
import Synchronization
package import VisitsService

/// Commands that are not run: the test sees each, and says how it ends.
package final class HeldCommands: CommandRunning, Sendable {
  /// A command that somebody wants to run.
  package struct Run: Sendable {
    /// The command.
    package let command: Command
    /// What it finds on its standard input.
    package let input: [UInt8]
    fileprivate let continuation: AsyncStream<CommandOutcome>.Continuation

    /// Ends it.
    package func end(_ outcome: CommandOutcome = .succeeded) {
      continuation.yield(outcome)
      continuation.finish()
    }
  }

  private let runs: AsyncStream<Run>
  private let began: AsyncStream<Run>.Continuation
  private let count = Mutex(0)

  /// No command yet.
  package init() { (runs, began) = AsyncStream.makeStream(of: Run.self) }

  /// How many have begun.
  package var begun: Int { count.withLock(\.self) }

  /// The next that begins.
  package func next() async -> Run? {
    var iterator = runs.makeAsyncIterator()
    return await iterator.next()
  }

  package func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome {
    let (outcomes, continuation) = AsyncStream.makeStream(of: CommandOutcome.self)
    count.withLock { $0 += 1 }
    began.yield(Run(command: command, input: input, continuation: continuation))
    var iterator = outcomes.makeAsyncIterator()
    // Cancelled, as when the daemon stops, it is killed.
    return await iterator.next() ?? .killed(signal: 15)
  }

  package func problem(of command: Command) -> Int32? { command.program == "/missing" ? ENOENT : nil }
}

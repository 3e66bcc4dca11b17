/// A program that the operator has configured. It is run directly, without a shell.
package struct Command: Sendable, Hashable {
  /// The program's absolute path.
  package var program: String
  /// The program's arguments. Personal data is never added to them; it goes to the standard input.
  package var arguments: [String]

  /// Creates a command.
  package init(program: String, arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }
}

/// The result of running a command.
package enum CommandOutcome: Sendable, Hashable {
  /// The command exited with 0.
  case succeeded
  /// The command exited with another status.
  case failed(status: Int32)
  /// The command was killed by a signal.
  case killed(signal: Int32)
  /// The command was ended because it exceeded its time limit.
  case timedOut
  /// The command could not be started (`errno`).
  case notStarted(Int32)
}

/// A runner of commands.
package protocol CommandRunning: Sendable {
  /// Runs a command until it exits or exceeds the limit. If the task is cancelled, the command is ended.
  ///
  /// - Parameter input: The bytes for its standard input.
  func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome

  /// Whether the program exists and may be run.
  func canRun(_ command: Command) -> Bool
}

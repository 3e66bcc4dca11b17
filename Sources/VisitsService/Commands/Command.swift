/// A program that the operator has configured, with its arguments. It is started directly, without a shell.
package struct Command: Sendable, Hashable {
  /// The program's absolute path.
  package var program: String
  /// The program's arguments. They never hold personal data, which the program receives on its standard input.
  package var arguments: [String]

  /// Creates a command from a program's absolute path and its arguments.
  package init(program: String, arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }
}

/// The result of running a command.
package enum CommandOutcome: Sendable, Hashable {
  /// The command exited with status 0.
  case succeeded
  /// The command exited with a status other than 0.
  case failed(status: Int32)
  /// The command was killed by a signal.
  case killed(signal: Int32)
  /// The command was killed because it exceeded its time limit.
  case timedOut
  /// The command could not be started. The value is the system's `errno`.
  case notStarted(Int32)
}

/// A runner of the operator's commands.
package protocol CommandRunning: Sendable {
  /// Runs a command until it exits or exceeds the time limit. If the task is cancelled, the command is killed.
  ///
  /// - Parameter input: The bytes that the command reads on its standard input.
  func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome

  /// Returns why the command's program cannot be run, as the system's `errno`; `nil` if it exists and may be run.
  func problem(of command: Command) -> Int32?
}

extension CommandRunning {
  /// Whether the program exists and may be run.
  package func canRun(_ command: Command) -> Bool { problem(of: command) == nil }
}

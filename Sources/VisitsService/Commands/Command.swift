/// A program of the operator's, as the configuration names it. It is run as it stands: no shell looks at it.
package struct Command: Sendable, Hashable {
  /// The program's absolute path.
  package var program: String
  /// What is behind it. Nothing personal is ever added: that goes to its standard input.
  package var arguments: [String]

  /// A command.
  package init(program: String, arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }
}

/// What became of a command.
package enum CommandOutcome: Sendable, Hashable {
  /// It ended with 0.
  case succeeded
  /// It ended with another status.
  case failed(status: Int32)
  /// A signal ended it.
  case killed(signal: Int32)
  /// It was ended since it took too long.
  case timedOut
  /// It could not be started (`errno`).
  case notStarted(Int32)
}

/// What runs commands.
package protocol CommandRunning: Sendable {
  /// Runs a command until it ends, at most for so long. When the task is cancelled, the command is ended.
  ///
  /// - Parameter input: What it finds on its standard input.
  func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome

  /// Whether there is such a program that may be run.
  func canRun(_ command: Command) -> Bool
}

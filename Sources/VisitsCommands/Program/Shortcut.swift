import ArgumentParser

/// Parses a command line with the one subcommand that its first word names.
///
/// The parser reads the configuration of all commands, and it first parses each command line twice as a request for a
/// completion script. This takes longer than everything else that `visits today` does. A command line that cannot be
/// parsed in this way is parsed again with all commands, so that help and errors are always the complete ones.
enum Shortcut {
  @TaskLocal private static var command: (any ParsableCommand.Type)?

  /// The configuration of ``VisitsCommand`` while a command line is parsed with one subcommand, else `nil`.
  static var configuration: CommandConfiguration? {
    guard let command else { return nil }
    var configuration = CommandConfiguration(commandName: "visits", subcommands: [command])
    // The parser does not look for a request for a completion script below another program.
    configuration._superCommandName = ""
    return configuration
  }

  /// The subcommand that a command line asks for; `nil` if it must be parsed with all commands.
  static func parse(_ arguments: [String]) -> (any VisitsSubcommand)? {
    // The line that people and their status bars send most often.
    if arguments.first == "today", let command = TodayCommand(plain: arguments.dropFirst()) { return command }
    guard let name = arguments.first,
      let named = VisitsCommand.configuration.subcommands.first(where: { $0._commandName == name })
    else { return nil }
    return $command.withValue(named) { try? VisitsCommand.parseAsRoot(arguments) as? any VisitsSubcommand }
  }
}

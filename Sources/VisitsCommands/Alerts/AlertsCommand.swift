import ArgumentParser

/// `visits alerts`: what a person should look at.
struct AlertsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts", abstract: "List what needs attention, or take note of it.",
    subcommands: [AlertsListCommand.self, AlertsAck.self], defaultSubcommand: AlertsListCommand.self)
}

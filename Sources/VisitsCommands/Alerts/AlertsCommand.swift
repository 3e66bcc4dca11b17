import ArgumentParser

/// `visits alerts`: what a person should look at.
struct AlertsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts", abstract: "List what needs attention, or acknowledge it.",
    subcommands: [AlertsListCommand.self, AlertsAck.self], defaultSubcommand: AlertsListCommand.self)
}

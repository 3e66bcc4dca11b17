import ArgumentParser

/// `visits sync`: the agency's system of record.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync at once with the agency's system of record, or see how that stands and what it does not take.",
    subcommands: [
      SyncNowCommand.self, SyncStatusCommand.self, SyncProblemsCommand.self, SyncShowCommand.self,
      SyncRetryCommand.self, SyncDiscardCommand.self,
    ],
    defaultSubcommand: SyncNowCommand.self)
}

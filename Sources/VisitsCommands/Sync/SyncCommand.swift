import ArgumentParser

/// `visits sync`: the agency's system of record.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync with the agency's system of record, or show the state and the problems of the sync.",
    subcommands: [
      SyncNowCommand.self, SyncStatusCommand.self, SyncProblemsCommand.self, SyncShowCommand.self,
      SyncRetryCommand.self, SyncDiscardCommand.self,
    ],
    defaultSubcommand: SyncNowCommand.self)
}

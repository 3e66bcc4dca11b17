package import ArgumentParser

/// The program `visits`.
package struct VisitsCommand: ParsableCommand {
  package static var configuration: CommandConfiguration { Shortcut.configuration ?? whole }

  private static let whole = CommandConfiguration(
    commandName: "visits",
    abstract: "Plan, follow and record the visits of a home-care agency.",
    discussion: """
      VISIT is an id, the beginning or end of one (4 characters or more; `visits list` shows the end), or with --worker the number of the card that \
      `visits today` printed last. WORKER and CLIENT are ids or parts of a name. Times are typed as they are said: \
      8:00, 8am, "tomorrow 14:30", 2026-11-21T08:00.

      Days are typed as they are said, too: today, monday, "dec 3", 2026-12-03; and so are weeks and months: \
      "this week", "last month", 2026-11. "friday" is the next one, today included; "next friday" is that of next \
      week, and "last friday" the latest before today. Weeks begin on Monday. A day or a month without a year is the \
      nearest one.

      The Tab key completes all of these once your shell has read what `visits --generate-completion-script bash` \
      (or zsh, fish) prints.
      """,
    version: Version.current,
    groupedSubcommands: [
      CommandGroup(
        name: "The day",
        subcommands: [
          TodayCommand.self, HomeCommand.self, WeekCommand.self, ListCommand.self, OpenCommand.self, ShowCommand.self,
        ]),
      CommandGroup(
        name: "A visit's life",
        subcommands: [
          StartCommand.self, CompleteCommand.self, CancelCommand.self, MissCommand.self, ReopenCommand.self,
          CorrectCommand.self,
        ]),
      CommandGroup(name: "Care", subcommands: [TasksCommand.self, GoalsCommand.self, SessionCommand.self]),
      CommandGroup(
        name: "Planning",
        subcommands: [
          AddCommand.self, EditCommand.self, MoveCommand.self, AssignCommand.self, UnassignCommand.self,
          SeriesCommand.self, AwayCommand.self, UndoCommand.self,
        ]),
      CommandGroup(
        name: "Alarms", subcommands: [LateCommand.self, AlertsCommand.self, EmergencyCommand.self]),
      CommandGroup(name: "People", subcommands: [WorkersCommand.self, ClientsCommand.self, DevicesCommand.self]),
      CommandGroup(
        name: "The service",
        subcommands: [
          SyncCommand.self, AuditCommand.self, EventsCommand.self, ImportCommand.self, ExportCommand.self,
          EVVCommand.self,
          ReportCommand.self, StatusCommand.self, MetricsCommand.self, BackupCommand.self, CallCommand.self,
        ]),
    ])

  package init() {}
}

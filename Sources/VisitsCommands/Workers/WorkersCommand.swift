import ArgumentParser
import CommandCatalog

/// `visits workers`: those who make visits.
struct WorkersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workers", abstract: "List, show, add, change and link workers.",
    subcommands: [
      WorkersList.self, WorkersShow.self, WorkersAdd.self, WorkersChange.self, WorkersLink.self,
      WorkersDuplicates.self,
    ],
    defaultSubcommand: WorkersList.self)
}

/// `visits workers list`.
struct WorkersList: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List workers by name.", aliases: ["find"])

  @Argument(help: "A part of an id or a name.", completion: .worker)
  var match: String?

  @Flag(help: "Also those who have left.")
  var all = false

  @Option(help: "The token that the previous page printed.")
  var after: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    try session.list(.worker, match: match, all: all, after: after, detail: "phone")
  }
}

/// `visits workers show`.
struct WorkersShow: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a worker.")

  @Argument(help: "An id, or a part of a name.", completion: .worker)
  var worker: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    try session.show(
      .worker, worker,
      facts: [(.phone, "phone"), (.timeZone, "timeZone"), (.language, "locale")] + PersonFacts.name
        + [(.identifiers, "identifiers")])
  }
}

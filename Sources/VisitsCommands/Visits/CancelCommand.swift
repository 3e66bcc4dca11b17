import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits cancel`: called off.
struct CancelCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel a visit.",
    aliases: ["delete", "rm"])

  @OptionGroup var visit: VisitArgument

  @Option(name: .shortAndLong, help: "The reason.")
  var reason: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    let answer = try session.change("visit.cancel", of: visit, ["reason": reason.json])
    try session.report(answer, of: visit, undo: .reopen(visit, because: .cancelledByMistake))
  }
}

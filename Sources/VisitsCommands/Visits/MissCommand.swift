import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits miss`: the visit did not take place.
struct MissCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "miss", abstract: "Record that a visit did not take place, and who caused it.")

  @OptionGroup var visit: VisitArgument

  @Option(help: "Who caused it: worker, client or agency.", completion: .list(["worker", "client", "agency"]))
  var by: String

  @Option(name: .shortAndLong, help: "The reason.")
  var reason: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    let answer = try session.change("visit.miss", of: visit, ["by": by.json, "reason": reason.json])
    try session.report(answer, of: visit, undo: .reopen(visit, because: .missedByMistake))
  }
}

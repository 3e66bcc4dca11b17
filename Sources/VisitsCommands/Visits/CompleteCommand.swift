import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits complete`: the worker left.
struct CompleteCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Record that the worker left and the visit is done.", aliases: ["done"])

  @OptionGroup var visit: VisitArgument

  @Option(help: "When it really was, such as 9:00; default now.")
  var at: String?

  @Option(help: "What to note.")
  var note: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    var params: JSONObject = ["note": note?.json]
    params.set(time: "at", at)
    let answer = try session.change("visit.complete", of: visit, params)
    try session.report(answer, of: visit, undo: .reopen(visit, because: .completedByMistake))
  }
}

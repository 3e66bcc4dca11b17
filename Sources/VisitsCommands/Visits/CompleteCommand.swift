import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits complete`: the worker left.
struct CompleteCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Complete a visit: record the check-out.", aliases: ["done"])

  @OptionGroup var visit: VisitArgument

  @Option(help: "The actual time, such as 9:00; default now.")
  var at: String?

  @Option(help: "A note.")
  var note: String?

  @OptionGroup var question: QuestionOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    var params: JSONObject = ["note": note?.json]
    params.set(time: "at", at)
    let answer = try session.change("visit.complete", of: visit, params, isSure: question.yes)
    try session.report(answer, of: visit, undo: .reopen(visit, because: .completedByMistake))
  }
}

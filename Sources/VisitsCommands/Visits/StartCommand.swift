import ArgumentParser
import JSON

/// `visits start`: the worker came.
struct StartCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "start", abstract: "Start a visit: record the check-in.")

  @OptionGroup var visit: VisitArgument

  @Option(help: "The actual time, such as 8:05; default now.")
  var at: String?

  @OptionGroup var question: QuestionOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    var params = JSONObject()
    params.set(time: "at", at)
    let answer = try session.change("visit.start", of: visit, params, isSure: question.yes)
    try session.report(answer, of: visit, undo: .start(visit))
  }
}

import ArgumentParser
import JSON

/// `visits sync show`.
struct SyncShowCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one problem in full, with the commands that settle it.")

  @Argument(help: ArgumentHelp("The problem's number, as the list shows it.", valueName: "number"))
  var number: Int

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.read("sync.problems", ["problem": .integer(Int64(number))])
    if session.wantsJSON { return session.print(answer) }
    guard let problem = answer["problems"]?.array?.first else { throw Failure.unfit("sync.problems") }
    let words = SyncProblemWords(problem)
    session.print(words.sheet(on: session.screen))
    words.advice.forEach(session.tell)
  }
}

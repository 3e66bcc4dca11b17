import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits sync problems`.
struct SyncProblemsCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "problems",
    abstract: "List refused changes, overruled values, and records of the agency's system that cannot be read.")

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.read("sync.problems")
    if session.wantsJSON { return session.print(answer) }
    let problems = answer["problems"]?.array ?? []
    guard !problems.isEmpty else {
      return session.print(session.screen.style(.green, "✓ \(SyncPhrase.noProblems.text)"))
    }
    let words = problems.map(SyncProblemWords.init)
    let columns = words.map(\.number.count).max() ?? 0
    for (index, problem) in words.enumerated() {
      if index > 0 { session.print("") }
      session.print(problem.lines(columns: columns, on: session.screen))
    }
    session.tell(SyncPhrase.seeOne([.command: "\(Invocation.name) sync show NUMBER"]))
    session.tell(SyncPhrase.tryAgainOrAll([.command: "\(Invocation.name) sync retry NUMBER"]))
    session.tell(SyncPhrase.leaveIt([.command: "\(Invocation.name) sync discard NUMBER --reason WHY"]))
  }
}

/// The problem that a command is about.
struct SyncProblemArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The problem's number, as the list shows it.", valueName: "number"))
  var number: Int?

  @Option(help: "Instead: all problems of this visit, by its id.", completion: .visit)
  var visit: String?

  func validate() throws {
    guard (number == nil) != (visit == nil) else {
      throw ValidationError(SyncPhrase.whichProblem.text)
    }
  }

  /// Parameters that name it.
  func params(in session: Session) throws -> JSONObject {
    if let number { return ["problem": .integer(Int64(number))] }
    return ["visit": try visit.map { try session.visit($0, of: nil).id.json }]
  }
}

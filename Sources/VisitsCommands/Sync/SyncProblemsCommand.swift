import ArgumentParser
import JSONRPC

/// `visits sync problems`.
struct SyncProblemsCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "problems",
    abstract: "List what the agency's system does not take, what gave way to it, and what cannot be read there.")

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.read("sync.problems")
    if session.wantsJSON { return session.print(answer) }
    let problems = answer["problems"]?.array ?? []
    guard !problems.isEmpty else { return session.print(session.screen.style(.green, "✓ No problems")) }
    for (index, problem) in problems.enumerated() {
      if index > 0 { session.print("") }
      session.print(lines(problem, on: session.screen))
    }
    session.tell("Send again: \(Invocation.name) sync retry NUMBER")
    session.tell("Leave it so: \(Invocation.name) sync discard NUMBER --reason WHY")
  }

  private func lines(_ problem: JSONValue, on screen: Screen) -> [String] {
    let display = problem["display"]
    let isParked = problem["kind"] == "parked"
    let number = problem["problem"]?.integer.map { "\($0)" } ?? ""
    let title = [
      display?["title"]?.string, display?["date"]?.string, display?["time"]?.string, display?["worker"]?.string,
    ]
    let values = [
      problem["ours"]?.string.map { "here: \($0.onOneLine)" },
      problem["theirs"]?.string.map { "there: \($0.onOneLine)" },
    ]
    let since = display?["since"]?.string.map { "since \($0)" }
    let indent = number.count + 2
    return screen.paragraph(
      title.compactMap { $0?.onOneLine }.joined(separator: "  "), .bold, indent: indent,
      first: screen.style(isParked ? .red : .dim, number) + "  ")
      + screen.paragraph(problem["words"]?.string ?? "", isParked ? .red : .plain, indent: indent)
      + values.compactMap(\.self).flatMap { screen.paragraph($0, indent: indent) }
      + screen.paragraph(since ?? "", .dim, indent: indent)
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
      throw ValidationError("Which problem? Give its number, or --visit with a visit's id.")
    }
  }

  /// Parameters that name it.
  func params(in session: Session) throws -> JSONObject {
    if let number { return ["problem": .integer(Int64(number))] }
    return ["visit": visit?.json]
  }
}

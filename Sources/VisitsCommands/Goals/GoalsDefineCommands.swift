import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits goals add`.
struct GoalsAddCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Set a goal for a client.")

  @Argument(help: ArgumentHelp("The goal, in your own words.", valueName: "title"))
  var title: String

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    parameter == "title" ? "TITLE" : OptionName.of(parameter: parameter)
  }

  func run(in session: Session) throws {
    let answer = try session.withClient(client) { client in
      try session.change("goal.put", ["client": client.json, "title": title.json])
    }
    try session.report(goal: answer) { .command("\(Invocation.name) goals retire \($0.shortID) --client \($0.client)") }
  }
}

/// A goal that is to be changed, as a person names it.
struct GoalArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("A part of its title, or its id.", valueName: "goal"), completion: .goal)
  var name: String

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  /// Looks it up, changes it, and tells what came of it.
  func change(_ change: JSONObject, in session: Session, undo: (_ before: GoalWords) -> String) throws {
    let (before, answer) = try session.withClient(client) { client in
      let before = try session.goal(name, of: client)
      var params = change
      params["client"] = client.json
      params["goal"] = before.id.json
      params["expectedVersion"] = before.json["version"]
      return (before, try session.change("goal.put", params))
    }
    let isSame = answer["goal"]?["version"] == before.json["version"]
    try session.report(goal: answer, isSame: isSame) { after in
      .command("\(Invocation.name) goals \(undo(before)) --client \(after.client)")
    }
  }
}

/// `visits goals rename`.
struct GoalsRenameCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a goal; its sessions stay.")

  @OptionGroup var goal: GoalArgument

  @Argument(help: ArgumentHelp("The new title.", valueName: "title"))
  var title: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    parameter == "title" ? "TITLE" : OptionName.of(parameter: parameter)
  }

  func run(in session: Session) throws {
    try goal.change(["title": title.json], in: session) { "rename \($0.shortID) \(Undo.exact($0.title))" }
  }
}

/// A command that tells whether a goal is worked towards.
protocol GoalStatusCommand: VisitsSubcommand {
  /// The status, as the API names it.
  static var status: String { get }
  /// The goal.
  var goal: GoalArgument { get }
  /// Why.
  var reason: String? { get }
}

extension GoalStatusCommand {
  func run(in session: Session) throws {
    try goal.change(["status": Self.status.json, "reason": reason?.json], in: session) { before in
      let verbs = ["active": "reopen", "achieved": "achieve", "retired": "retire"]
      return "\(verbs[before.json["status"]?.string ?? ""] ?? "reopen") \(before.shortID)"
    }
  }
}

/// `visits goals achieve`.
struct GoalsAchieveCommand: GoalStatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "achieve", abstract: "Record that a client has reached a goal.")
  static let status = "achieved"

  @OptionGroup var goal: GoalArgument
  @Option(name: .shortAndLong, help: "The reason; kept in the audit.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

/// `visits goals retire`.
struct GoalsRetireCommand: GoalStatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire", abstract: "Retire a goal; its sessions stay.", aliases: ["delete", "rm"])
  static let status = "retired"

  @OptionGroup var goal: GoalArgument
  @Option(name: .shortAndLong, help: "The reason; kept in the audit.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

/// `visits goals reopen`.
struct GoalsReopenCommand: GoalStatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Reopen an achieved or retired goal.")
  static let status = "active"

  @OptionGroup var goal: GoalArgument
  @Option(name: .shortAndLong, help: "The reason; kept in the audit.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

extension Session {
  /// Prints what became of a goal, and how it is taken back.
  func report(goal answer: JSONValue, isSame: Bool = false, undo: (GoalWords) -> Undo) throws {
    let goal = answer["goal"].map(GoalWords.init)
    if wantsJSON { return print(answer, undo: isSame ? nil : goal.map(undo)) }
    guard let goal else { throw Failure.unfit("goal.put") }
    print(screen.paragraph(goal.title, .bold, indent: 2, first: screen.style(goal.paint, goal.mark) + " "))
    print(screen.paragraph("\(name(ofClient: goal.client)) · \(goal.status)", indent: 2))
    if isSame { return print(screen.paragraph(TaskPhrase.nothingChanged.text, indent: 2)) }
    print(screen.paragraph(goal.id, .dim, indent: 2))
    print(undo(goal))
  }

  /// The client's name; the id where it cannot be asked for: what was changed is told in any case.
  private func name(ofClient id: String) -> String {
    (try? read("client.show", ["client": id.json]))?["client"]?["name"]?.string?.onOneLine ?? id
  }
}

import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits goals`: what a client works towards.
struct GoalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goals",
    abstract: "List and set a client's goals, and record that one was achieved or retired.",
    discussion: """
      The default client is $VISITS_CLIENT, or else the client of the current visit of $VISITS_WORKER. GOAL is a part \
      of the title, or an id.
      """,
    subcommands: [
      GoalsListCommand.self, GoalsAddCommand.self, GoalsRenameCommand.self, GoalsAchieveCommand.self,
      GoalsRetireCommand.self, GoalsReopenCommand.self,
    ],
    defaultSubcommand: GoalsListCommand.self)
}

/// `visits goals list`, and `visits goals` alone.
struct GoalsListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List a client's goal bank; with --all, achieved and retired goals too.")

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @Flag(help: "Also achieved and retired goals.")
  var all = false

  @Flag(help: "Print what a screen reader would say, a line for each goal.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.withClient(client) { id in
      try session.read("goal.list", ["client": id.json, "available": all ? nil : true])
    }
    if session.wantsJSON { return session.print(answer) }
    let goals = (answer["goals"]?.array ?? []).map(GoalWords.init)
    if spoken { return session.print(goals.map(\.spoken)) }
    var sheet = Sheet(leading: 2)
    sheet.rows = goals.map { goal in
      [
        Sheet.Cell(goal.mark, goal.paint), Sheet.Cell(goal.title, goal.isAvailable ? .bold : .dim),
        Sheet.Cell(goal.statusSince), Sheet.Cell(goal.shortID, .dim),
      ]
    }
    session.print(
      sheet.rows.isEmpty ? [session.screen.style(.dim, SessionPhrase.noGoals.text)] : sheet.lines(on: session.screen))
  }
}

/// A goal in the words that the daemon sends along.
struct GoalWords {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String { json["id"]?.string ?? "" }
  /// The end of the id, which differs between goals that were set in the same minute.
  var shortID: String { String(id.suffix(8)) }
  var client: String { json["client"]?.string ?? "" }
  var title: String { json["title"]?.string?.onOneLine ?? "" }
  var isAvailable: Bool { json["available"] == true }
  var status: String { json["display"]?["status"]?.string?.onOneLine ?? "" }
  var since: String { json["display"]?["since"]?.string?.onOneLine ?? "" }
  /// "Achieved on Nov 20": what the date is of.
  var statusSince: String {
    switch json["status"] {
    case "active": SessionPhrase.goalActiveSince([.date: since])
    case "achieved": SessionPhrase.goalAchievedOn([.date: since])
    default: SessionPhrase.goalRetiredOn([.date: since])
    }
  }
  var spoken: String { json["display"]?["spoken"]?.string?.onOneLine ?? "" }
  /// All on one line.
  var sentence: String { "\(title), \(status)" }

  /// The sign of its status, so that it is never told by colour alone.
  var mark: String {
    switch json["status"] {
    case "active": "◎"
    case "achieved": "✓"
    default: "–"
    }
  }

  /// The colour of its status.
  var paint: Paint {
    switch json["status"] {
    case "active": .plain
    case "achieved": .green
    default: .dim
    }
  }
}

extension Session {
  /// The goal of a client that a person names.
  ///
  /// - Parameter available: Whether only those that are worked towards can be meant.
  func goal(_ text: String, of client: String, available: Bool = false) throws -> GoalWords {
    let all = (try read("goal.list", ["client": client.json])["goals"]?.array ?? []).map(GoalWords.init)
    // Of two with one title, the one that is worked towards is meant.
    if let found = try? choose(text, among: all.filter(\.isAvailable), of: client) { return found }
    return try choose(text, among: available ? all.filter(\.isAvailable) : all, of: client)
  }

  private func choose(_ text: String, among goals: [GoalWords], of client: String) throws -> GoalWords {
    switch TitleMatch(text, among: goals, title: \.title, id: \.id) {
    case .one(let goal): return goal
    case .several(let found):
      throw Failure.usage(
        SessionPhrase.ambiguousGoal(count: Int64(found.count), [.text: text]),
        advice: found.map { "\($0.id.suffix(8))  \($0.title)" })
    case .none(let advice):
      let list = "\(Invocation.name) goals --all --client \(client)"
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: SessionPhrase.noSuchGoal([.text: text]),
          data: ["thing": "goal", "id": text.json]),
        advice: [advice, ProgramPhrase.seeWhichThereAre([.command: list])].compactMap(\.self))
    }
  }
}

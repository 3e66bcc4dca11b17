import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits session`: practice on a goal.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Practise on a client's goal: start a session, record each trial, end it; or all with single keys.",
    discussion: """
      A worker has at most one running session. The default session is the running one of --worker, else of \
      $VISITS_WORKER, else the only one that is running. GOAL is a part of the title, or an id.
      """,
    subcommands: [
      SessionShowCommand.self, SessionStartCommand.self, SessionTrialCommand.self, SessionEndCommand.self,
      SessionLiveCommand.self, SessionListCommand.self,
    ],
    defaultSubcommand: SessionShowCommand.self)
}

/// `visits session show`, and `visits session` alone.
struct SessionShowCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a session with each of its trials; without an id the running one.")

  @Argument(help: ArgumentHelp("An id, or its end as list shows it.", valueName: "session"), completion: .session)
  var id: String?

  @Option(name: .shortAndLong, help: "The worker; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Flag(help: "Print what a screen reader would say, a line for each trial.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let chosen = try session.session(id, of: worker)
    let answer = try session.read("session.show", ["session": chosen.id.json])
    if session.wantsJSON { return session.print(answer) }
    guard let shown = answer["session"].map(SessionWords.init) else { throw Failure.unfit("session.show") }
    let trials = answer["trials"]?.array ?? []
    if spoken {
      return session.print([shown.spoken] + trials.compactMap { $0["spoken"]?.string?.onOneLine })
    }
    session.print(shown.lines(on: session.screen))
    session.print(session.screen.paragraph(shown.id, .dim, indent: 2))
    guard !trials.isEmpty else { return }
    session.print("")
    var sheet = Sheet(leading: 2)
    sheet.rows = trials.map { trial in
      let number = String(trial["number"]?.integer ?? 0)
      let counts = trial["takenBack"] == nil
      let paint: Paint = !counts ? .dim : trial["success"] == true ? .green : .yellow
      return [
        Sheet.Cell(number.aligned(right: String(trials.count).count), .dim), Sheet.Cell(trial["mark"]?.string, paint),
        Sheet.Cell(trial["label"]?.string, counts ? .plain : .dim), Sheet.Cell(trial["time"]?.string, .dim),
      ]
    }
    session.print(sheet.lines(on: session.screen))
  }
}

/// `visits session list`.
struct SessionListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List sessions, newest first.")

  @Option(name: .shortAndLong, help: "Only for this worker.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Only for this client.", completion: .client)
  var client: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("With --client, only for this goal.", valueName: "goal"), completion: .goal)
  var goal: String?

  @Flag(help: "Only running sessions.")
  var running = false

  @Option(parsing: .unconditional, help: "The first day, such as monday or 2026-11-20.", completion: .day)
  var from: String?

  @Option(parsing: .unconditional, help: "At most this many, 1 to 1000.")
  var limit = 20

  @Option(help: "The token that the previous page printed.")
  var after: String?

  @Flag(help: "Print what a screen reader would say, a line for each session.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard goal == nil || client != nil else { throw ValidationError(SessionPhrase.goalNeedsClient.text) }
  }

  func run(in session: Session) throws {
    let answer = try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        var params: JSONObject = [
          "worker": worker?.json, "client": client?.json, "running": running ? true : nil,
          "limit": .integer(Int64(limit)), "after": after?.json,
        ]
        if let goal, let client { params["goal"] = try session.goal(goal, of: client).id.json }
        params.set(day: "from", from)
        return try session.read("session.list", params)
      }
    }
    if session.wantsJSON { return session.print(answer) }
    let sessions = (answer["sessions"]?.array ?? []).map(SessionWords.init)
    if spoken { return session.print(sessions.map(\.spoken)) }
    session.print(lines(of: sessions, on: session.screen))
    if let next = answer["next"]?.string {
      session.tell("\(ProgramPhrase.moreFollowBelow.text)\n  --after \(next.onOneLine)")
    }
  }

  /// By day: of those of one day the times tell them apart.
  private func lines(of sessions: [SessionWords], on screen: Screen) -> [String] {
    guard !sessions.isEmpty else { return [screen.style(.dim, SessionPhrase.noSessions.text)] }
    var sheet = Sheet(leading: 3, wrapping: (column: 3, least: 12))
    sheet.rows = sessions.map { shown in
      [
        Sheet.Cell(shown.mark, shown.paint), Sheet.Cell(shown.began), Sheet.Cell(shown.client, .bold),
        Sheet.Cell(shown.goal), Sheet.Cell(shown.rate), Sheet.Cell(shown.duration),
        Sheet.Cell(worker == nil ? shown.worker : nil, .dim), Sheet.Cell(shown.shortID, .dim),
      ]
    }
    return sheet.rowLines(on: screen).enumerated().flatMap { index, lines in
      let date = sessions[index].date
      guard index == 0 || date != sessions[index - 1].date else { return lines }
      return (index == 0 ? [] : [""]) + screen.paragraph(date, .bold) + lines
    }
  }
}

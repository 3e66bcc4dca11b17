import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits session start`.
struct SessionStartCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start a session on a goal; with --live, record the trials with single keys.")

  @Option(name: .shortAndLong, help: "Who practises with the client; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Who practises; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @Option(
    name: .shortAndLong, help: "The goal to practise: a part of its title, or its id.", completion: .goal)
  var goal: String

  @Option(name: .shortAndLong, help: "The visit; default the current one there.", completion: .visit)
  var visit: String?

  @Option(help: "The actual start, such as 8:05; default now.")
  var at: String?

  @Flag(help: "Record the trials with single keys.")
  var live = false

  @Flag(help: "Print what a screen reader would say.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    if live { try SessionLive.check(session) }
    let answer = try session.withClient(client) { client in
      let goal = try session.goal(goal, of: client)
      return try session.with(.worker, try session.worker(worker)) { worker in
        var params: JSONObject = ["worker": worker.json, "client": client.json, "goal": goal.id.json]
        if let visit { params["visit"] = try session.visit(visit, of: worker).id.json }
        params.set(time: "at", at)
        return try session.change("session.start", params)
      }
    }
    guard answer["session"] != nil else { throw Failure.unfit("session.start") }
    if live { return try SessionLive(session, answer).run() }
    try session.report(session: answer, spoken: spoken) { begun in
      .none(SessionPhrase.noUndoOfStart([.command: "\(Invocation.name) session end \(begun.option)"]))
    }
  }
}

/// Which session a change is about.
struct SessionArgument: ParsableArguments {
  @Option(name: .shortAndLong, help: "The worker; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Option(
    name: .shortAndLong, help: "An id, or its end as list shows it; default the running one.", completion: .session)
  var session: String?

  func validate() throws {
    guard worker == nil || session == nil else {
      throw ValidationError(SessionPhrase.workerOrSession.text)
    }
  }

  /// Looks it up.
  func choose(in session: Session) throws -> SessionWords { try session.session(self.session, of: worker) }
}

/// What `visits session trial` records.
enum TrialWord: String, ExpressibleByArgument, CaseIterable {
  case ok
  case miss
  case undo
}

/// `visits session trial`.
struct SessionTrialCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "trial", abstract: "Record a trial, ok or miss; or take the last one back with undo.")

  @Argument(
    help: "ok: the client succeeded; miss: the client did not; undo: the last trial was a slip, and no longer counts.")
  var what: TrialWord

  @OptionGroup var session: SessionArgument

  @Option(name: .shortAndLong, parsing: .unconditional, help: "With undo, the number of the trial; default the last.")
  var number: Int?

  @Option(help: "The actual time, such as 8:05; default now.")
  var at: String?

  @Flag(help: "Print what a screen reader would say.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    parameter == "trial" ? "--number" : OptionName.of(parameter: parameter)
  }

  func validate() throws {
    guard number == nil || what == .undo else {
      throw ValidationError(SessionPhrase.numberNeedsUndo.text)
    }
  }

  func run(in session: Session) throws {
    let chosen = try self.session.choose(in: session)
    var params: JSONObject = ["session": chosen.id.json, "trial": number.map { .integer(Int64($0)) }]
    if what == .undo { params["undo"] = true } else { params["success"] = .bool(what == .ok) }
    params.set(time: "at", at)
    let answer = try session.change("session.trial", params)
    try session.report(session: answer, spoken: spoken) { shown in
      let last = shown.json["lastTrial"]
      guard what == .undo else {
        let number = last?["number"]?.integer ?? 0
        return .command("\(Invocation.name) session trial undo \(shown.option) --number \(number)")
      }
      let word = last?["success"] == true ? "ok" : "miss"
      let at = last?["at"]?.string.map { " --at \(Undo.word($0))" } ?? ""
      return .command("\(Invocation.name) session trial \(word) \(shown.option)\(at)")
    }
  }
}

/// `visits session end`.
struct SessionEndCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End a session; if it has ended already, --at corrects its end.")

  @OptionGroup var session: SessionArgument

  @Option(help: "The actual end, such as 8:05; default now.")
  var at: String?

  @Flag(help: "Print what a screen reader would say.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let chosen = try self.session.choose(in: session)
    var params: JSONObject = ["session": chosen.id.json]
    params.set(time: "at", at)
    let answer = try session.change("session.end", params)
    try session.report(session: answer, spoken: spoken) { SessionWords.undoOfEnd($0) }
  }
}

extension SessionWords {
  /// What can be done about an end.
  static func undoOfEnd(_ ended: SessionWords) -> Undo {
    .none(SessionPhrase.noUndoOfEnd([.command: "\(Invocation.name) session end --session \(ended.id) --at TIME"]))
  }
}

/// `visits session live`.
struct SessionLiveCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Record the running session's trials with single keys on this terminal.",
    discussion: """
      + or space: the client succeeded. - or m: the client did not. u undoes the last trial. A mark in parentheses is \
      not recorded yet. e twice ends the session. q or Ctrl-C leaves the screen; the session continues.
      """)

  @OptionGroup var session: SessionArgument

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    try SessionLive.check(session)
    let chosen = try self.session.choose(in: session)
    let answer = try session.read("session.show", ["session": chosen.id.json])
    guard let shown = answer["session"] else { throw Failure.unfit("session.show") }
    guard SessionWords(shown).isRunning else {
      throw Failure.usage(
        SessionPhrase.hasEnded.text,
        advice: [
          SessionPhrase.startAnother([.command: "\(Invocation.name) session start --live --client C --goal G"])
        ])
    }
    try SessionLive(session, answer).run()
  }
}

import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits away`: when workers are away.
struct AwayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "away", abstract: "Record that a worker is away, list absences, end one.",
    subcommands: [AwayAdd.self, AwayList.self, AwayEnd.self], defaultSubcommand: AwayAdd.self)
}

/// `visits away add`, or just `visits away`: a sick call.
struct AwayAdd: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Record that a worker is away, and free the visits that are scheduled then.")

  @Argument(help: "Who is away: an id, or a part of a name.", completion: .worker)
  var worker: String

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "The first day or moment; default today.", completion: .day)
  var from: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "The last day, which is in it, or the moment of return; default the day of --from.", completion: .day)
  var to: String?

  @Option(
    name: .shortAndLong, help: "Why: sick, holiday, training or other (visits.absenceReasons).",
    completion: .list(["sick", "holiday", "training", "other"]))
  var reason: String

  @Option(help: "A note.")
  var note: String?

  @Flag(help: "Leave the visits with the worker.")
  var keep = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    switch parameter {
    case "until", "localUntil": "--to"
    case "worker": "WORKER"
    default: OptionName.of(parameter: parameter)
    }
  }

  func run(in session: Session) throws {
    var params: JSONObject = ["reason": reason.json, "note": note?.json, "keep": keep ? true : nil]
    params.set(time: "from", from)
    params.set(time: "until", to)
    let answer = try session.with(.worker, worker) { worker in
      params["worker"] = worker.json
      return try session.change("absence.put", params)
    }
    guard let absence = answer["absence"] else { throw Failure.unfit("absence.put") }
    if session.wantsJSON { return session.print(answer, undo: .command(AbsenceWords(absence).undo)) }
    try session.report(recorded: answer, AbsenceWords(absence))
  }
}

/// `visits away list`.
struct AwayList: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List who is away, now or later.")

  @Option(name: .shortAndLong, help: "Only this worker's.", completion: .worker)
  var worker: String?

  @Flag(help: "Also the absences that are over or withdrawn.")
  var all = false

  @Option(help: "The token that the previous page printed.")
  var after: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let page = try session.with(.worker, ifNamed: worker) { id in
      try session.read(
        "absence.list", ["worker": id?.json, "all": all ? true : nil, "limit": 1000, "after": after?.json])
    }
    if session.wantsJSON { return session.print(page) }
    var sheet = Sheet(leading: 1)
    sheet.rows = (page["absences"]?.array ?? []).map { AbsenceWords($0).row }
    session.print(
      sheet.rows.isEmpty ? [session.screen.style(.dim, AbsencePhrase.none.text)] : sheet.lines(on: session.screen))
    if let next = page["next"]?.string {
      session.tell("\(ProgramPhrase.moreFollowBelow.text)\n  --after \(next.onOneLine)")
    }
  }
}

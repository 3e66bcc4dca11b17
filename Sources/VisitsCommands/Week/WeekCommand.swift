import ArgumentParser
import JSON

/// `visits week`: a worker's week, day by day.
struct WeekCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "week", abstract: "Show a worker's week from Monday to Sunday: visits done and still to do.")

  @Option(name: .shortAndLong, help: "The worker; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Any day of the week, such as +7 or 2026-11-20; default today.", completion: .day)
  var date: String?

  @OptionGroup(title: "Everywhere")
  var options: GlobalOptions

  func run(in session: Session) throws {
    let view = try session.with(.worker, try session.worker(worker)) { id in
      var params: JSONObject = ["worker": id.json]
      params.set(day: "date", date)
      return try session.read("week", params)
    }
    if session.wantsJSON { return session.print(view) }
    session.print(WeekScreen(view, on: session.screen).lines)
  }
}

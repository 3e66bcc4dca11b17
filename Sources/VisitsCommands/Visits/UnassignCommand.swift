import ArgumentParser
import JSONRPC

/// `visits unassign`: nobody's visit, or with a worker and a day all that were still planned (a sick call).
struct UnassignCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "unassign",
    abstract: "Take a visit from its worker, or with --worker and --date all of a day that are still scheduled.")

  @Argument(help: "An id, a part of one, or with --worker a card's number.")
  var visit: String?

  @Option(name: .shortAndLong, help: "Whose; default $VISITS_WORKER.")
  var worker: String?

  @Option(name: .shortAndLong, help: "Which day, instead of a visit: today, tomorrow, 2026-11-20.")
  var date: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (visit == nil) != (date == nil) else {
      throw ValidationError("Name a visit, or --worker and --date for a whole day.")
    }
  }

  func run(in session: Session) throws {
    if let visit {
      let visit = try session.visit(visit, of: worker)
      return try session.report(
        try session.change("visit.change", of: visit, ["worker": .null]), undo: Undo.assign(visit))
    }
    try unassignDay(in: session)
  }

  private func unassignDay(in session: Session) throws {
    let day = try session.with(.worker, try session.worker(worker)) { id in
      var params: JSONObject = ["worker": id.json]
      params.set(day: "date", date)
      return try session.read("today", params)
    }
    let cards = (day["cards"]?.array ?? []).filter { $0["status"] == "scheduled" }
    var changed: [JSONValue] = []
    for card in cards {
      let answer = try session.change(
        "visit.change", ["visit": card["visit"], "expectedVersion": card["version"], "worker": .null])
      guard let visit = answer["visit"] else { throw Failure.unfit("visit.change") }
      changed.append(visit)
      if !session.wantsJSON {
        let worker = day["worker"]?.string ?? ""
        session.report(visit: visit, undo: "visits assign \(VisitWords(visit).shortID) --worker \(worker)")
      }
    }
    if session.wantsJSON { return session.print(["visits": .array(changed)]) }
    if changed.isEmpty { session.tell("Nothing was still scheduled: \(day["heading"]?.string ?? date ?? "").") }
  }
}

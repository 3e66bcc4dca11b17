import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits unassign`: nobody's visit, or with a worker and a day all that were still planned (a sick call).
struct UnassignCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "unassign",
    abstract: "Unassign a visit, or with --worker and --date all visits of a day that are still scheduled.")

  @Argument(help: "An id or its end as list shows it, or with --worker a card's number.", completion: .visit)
  var visit: String?

  @Option(name: .shortAndLong, help: "The worker; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Which day, instead of a visit: today, tomorrow, 2026-11-20.", completion: .day)
  var date: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (visit == nil) != (date == nil) else {
      throw ValidationError(
        visit.map { VisitPhrase.visitAndDay([.text: $0]) } ?? VisitPhrase.visitOrDay.text)
    }
  }

  func run(in session: Session) throws {
    if let visit {
      let visit = try session.visit(visit, of: worker)
      return try session.report(
        try session.change("visit.change", of: visit, ["worker": .null]), of: visit, undo: .assign(visit))
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
    let when = day["heading"]?.string?.onOneLine ?? date ?? ""
    if cards.isEmpty, !session.wantsJSON {
      return session.print(session.screen.paragraph(VisitPhrase.noneScheduled([.day: when])))
    }
    let id = day["worker"]?.string ?? ""
    let name = session.wantsJSON ? id : nameOfWorker(id, in: session)
    var changed: [JSONValue] = []
    var present: JSONValue?
    do {
      for card in cards {
        present = card
        let answer = try session.change(
          "visit.change", ["visit": card["visit"], "expectedVersion": card["version"], "worker": .null])
        guard let visit = answer["visit"] else { throw Failure.unfit("visit.change") }
        changed.append(visit)
      }
    } catch {
      // What was done before one was refused is said, with how it is taken back.
      report(changed, of: cards.count, from: id, name, when, in: session)
      var failure = Failure(error)
      let named = [present?["title"], present?["time"]].compactMap { $0?.string?.onOneLine }.joined(separator: ", ")
      failure.details.insert(VisitPhrase.notTaken([.visit: named]), at: 0)
      throw failure
    }
    if session.wantsJSON { session.print(["visits": .array(changed)]) }
    report(changed, of: cards.count, from: id, name, when, in: session)
  }

  /// The worker's name; the id where it cannot be asked for: the visits are taken away in any case.
  private func nameOfWorker(_ id: String, in session: Session) -> String {
    (try? session.read("worker.show", ["worker": id.json]))?["worker"]?["name"]?.string?.onOneLine ?? id
  }

  private func report(
    _ changed: [JSONValue], of total: Int, from worker: String, _ name: String, _ when: String, in session: Session
  ) {
    guard !changed.isEmpty else { return }
    let names = changed.map { VisitWords($0).shortID }
    func assign(_ visit: String) -> String {
      Undo.planning("\(Invocation.name) assign \(visit) --worker \(worker)")
    }
    let commands = names.map(assign)
    let loop = "for visit in \(names.joined(separator: " ")); do \(assign("$visit")); done"
    let undo = names.count == 1 ? Undo.command(commands[0]) : .loop(loop, of: commands)
    if session.wantsJSON { return session.remember(undo) }
    for visit in changed { session.report(visit: visit, undo: nil) }
    let values: KeyValuePairs<Slot, String> = [.completed: "\(changed.count)", .worker: name, .day: when]
    let phrase: VisitPhrase = changed.count == total ? .taken : .takenOf
    session.print(phrase(count: Int64(total), values))
    session.print(undo)
  }
}

import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits audit`: who changed what.
struct AuditCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show who changed what and when, with the values before; the newest last.")

  @Argument(
    help: ArgumentHelp(
      "Only this visit: an id or its end as list shows it, or with --worker a card's number.", valueName: "visit"),
    completion: .visit)
  var visit: String?

  @Option(
    name: .shortAndLong, help: "Only this worker and their visits; with a card's number, the card's worker.",
    completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Only this client and their visits.", completion: .client)
  var client: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "Only changes from this day or moment on.",
    completion: .day)
  var since: String?

  @Option(parsing: .unconditional, help: "At most this many, 1 to 1000: the newest.")
  var limit = 100

  @Option(help: ArgumentHelp("Only changes before this cursor: the previous page.", valueName: "cursor"))
  var before: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard client == nil || (visit == nil && worker == nil) else {
      throw ValidationError(WatchPhrase.oneOfThree.text)
    }
  }

  func run(in session: Session) throws {
    let page = try page(in: session)
    if session.wantsJSON { return session.print(page) }
    let entries = page["entries"]?.array ?? []
    let deviceNames = Dictionary(
      entries.compactMap { entry in
        entry["device"]?.string.flatMap { id in entry["deviceName"]?.string.map { (id, $0.onOneLine) } }
      }
    ) { first, _ in first }
    for entry in entries { session.print(AuditLines(entry, deviceNames: deviceNames).lines(on: session.screen)) }
    if let previous = page["previous"]?.string {
      session.tell("\(WatchPhrase.olderEntries.text)\n  \(command(before: previous))")
    }
  }

  /// This command for the page before.
  private func command(before cursor: String) -> String {
    let options = [("--worker", worker), ("--client", client), ("--since", since)].compactMap { name, value in
      value.map { " \(name) \(Undo.word($0))" }
    }
    return "\(Invocation.name) audit" + (visit.map { " \(Undo.word($0))" } ?? "") + options.joined()
      + (limit == 100 ? "" : " --limit \(limit)") + " --before \(Undo.word(cursor))"
  }

  private func page(in session: Session) throws -> JSONValue {
    var params: JSONObject = ["limit": .integer(Int64(limit)), "before": before?.json]
    params.set(day: "since", since)
    if let visit {
      params["visit"] = try session.visit(visit, of: worker).id.json
      return try session.read("audit.list", params)
    }
    return try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        params["worker"] = worker?.json
        params["client"] = client?.json
        return try session.read("audit.list", params)
      }
    }
  }
}

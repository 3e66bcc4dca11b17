import ArgumentParser
import JSONRPC

/// `visits add`: a new visit.
struct AddCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Plan a visit; without --worker it is open.")

  @Option(name: .shortAndLong, help: "Who receives it.", completion: .client)
  var client: String

  @Option(name: .shortAndLong, help: "Who makes it.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "When it starts, such as \"tomorrow 14:30\".")
  var start: String

  @Option(name: .shortAndLong, help: "When it ends.")
  var end: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "How many minutes it lasts, instead of --end: 1 to 1440.")
  var minutes: Int?

  @Option(help: "What is done.")
  var service: String?

  @Option(help: "Where, when it is not the client's address.")
  var address: String?

  @Option(help: "What to note.")
  var note: String?

  @Flag(help: "Allow it to overlap another visit of the worker.")
  var allowOverlap = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (end == nil) != (minutes == nil) else { throw ValidationError("Give one of --end and --minutes.") }
  }

  func run(in session: Session) throws {
    let answer = try session.with(.client, client) { client in
      try session.with(.worker, ifNamed: worker) { worker in
        try session.change("visit.add", params(client: client, worker: worker))
      }
    }
    if session.wantsJSON { return session.print(answer) }
    for visit in answer["visits"]?.array ?? [] {
      let reason = Undo.quoted("Planned by mistake")
      session.report(
        visit: visit, undo: .command("\(Invocation.name) cancel \(VisitWords(visit).shortID) --reason \(reason)"))
    }
  }

  private func params(client: String, worker: String?) -> JSONObject {
    var params: JSONObject = ["client": client.json, "worker": worker?.json]
    params.set(time: "start", start)
    params.set(time: "end", end)
    params["minutes"] = minutes.map { .integer(Int64($0)) }
    params["service"] = service?.json
    params["address"] = address?.json
    params["note"] = note?.json
    params["allowOverlap"] = allowOverlap ? true : nil
    return params
  }
}

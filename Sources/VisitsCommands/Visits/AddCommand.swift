import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits add`: a new visit, or a series of them.
struct AddCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Plan a visit, or with --repeat a series; without --worker it is open.",
    discussion: """
      --repeat takes daily, weekdays, weekly:mon,wed,fri, 2weekly:tue, monthly or an RFC 5545 rule such as \
      "FREQ=MONTHLY;BYDAY=1MO". The visits are made eight weeks ahead (visits.horizonWeeks), and on as the days go by.
      """)

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

  @Option(
    name: .customLong("repeat"), help: "On which days it recurs, such as weekly:mon,wed,fri.", completion: .recurrence)
  var recurrence: String?

  @Option(parsing: .unconditional, help: "With --repeat: the last day.", completion: .day)
  var until: String?

  @Option(help: "What is done.")
  var service: String?

  @Option(help: "What its payer calls that, where not what others have, such as T1019:U1.")
  var serviceCode: String?

  @Option(help: "Where, when it is not the client's address.")
  var address: String?

  @Option(help: "What to note.")
  var note: String?

  @Flag(help: "Allow it to overlap another visit of the worker.")
  var allowOverlap = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (end == nil) != (minutes == nil) else { throw ValidationError(VisitPhrase.endOrMinutes.text) }
    guard until == nil || recurrence != nil else {
      throw ValidationError(VisitPhrase.untilNeedsRepeat.text)
    }
  }

  func run(in session: Session) throws {
    let answer = try session.with(.client, client) { client in
      try session.with(.worker, ifNamed: worker) { worker in
        try session.change("visit.add", params(client: client, worker: worker))
      }
    }
    if session.wantsJSON { return session.print(answer) }
    let reason = Undo.quoted(VisitPhrase.plannedByMistake.text)
    if answer["series"] != nil {
      return try session.report(answer, method: "visit.add", .planned) { series in
        .command("\(Invocation.name) series end \(series.shortID) --reason \(reason)")
      }
    }
    for visit in answer["visits"]?.array ?? [] {
      session.report(
        visit: visit, undo: .command("\(Invocation.name) cancel \(VisitWords(visit).shortID) --reason \(reason)"))
    }
  }

  private func params(client: String, worker: String?) -> JSONObject {
    var params: JSONObject = ["client": client.json, "worker": worker?.json]
    params.set(time: "start", start)
    params.set(time: "end", end)
    params["minutes"] = minutes.map { .integer(Int64($0)) }
    params["repeat"] = recurrence?.json
    params.set(day: "until", until)
    params["service"] = service?.json
    params["serviceCode"] = serviceCode?.json
    params["address"] = address?.json
    params["note"] = note?.json
    params["allowOverlap"] = allowOverlap ? true : nil
    return params
  }
}

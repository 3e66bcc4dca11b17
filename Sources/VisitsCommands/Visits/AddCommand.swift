import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits add`: a new visit, or a series of them.
struct AddCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Plan a visit, or with --repeat a series; without --worker it is unassigned.",
    discussion: """
      --repeat takes daily, weekdays, weekly:mon,wed,fri, 2weekly:tue, monthly or an RFC 5545 rule such as \
      "FREQ=MONTHLY;BYDAY=1MO". Visits are planned eight weeks ahead (visits.horizonWeeks); further ones follow day by \
      day.
      """)

  @Option(name: .shortAndLong, help: "The client.", completion: .client)
  var client: String

  @Option(name: .shortAndLong, help: "The worker.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "When it starts, such as \"tomorrow 14:30\".")
  var start: String

  @Option(name: .shortAndLong, help: "When it ends.")
  var end: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "Its length in minutes, instead of --end: 1 to 1440.")
  var minutes: Int?

  @Option(
    name: .customLong("repeat"), help: "On which days it recurs, such as weekly:mon,wed,fri.", completion: .recurrence)
  var recurrence: String?

  @Option(parsing: .unconditional, help: "With --repeat: the last day.", completion: .day)
  var until: String?

  @Option(help: "The service.")
  var service: String?

  @Option(help: "The payer's code for the service, if it differs from the usual one, such as T1019:U1.")
  var serviceCode: String?

  @Option(help: "The address, if it is not the client's.")
  var address: String?

  @Option(help: "A note.")
  var note: String?

  @Flag(help: "Allow it to overlap another visit of the worker.")
  var allowOverlap = false

  @Flag(help: "Allow it while the worker is away.")
  var allowAbsence = false

  @OptionGroup var question: QuestionOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (end == nil) != (minutes == nil) else { throw ValidationError(VisitPhrase.endOrMinutes.text) }
    guard until == nil || recurrence != nil else {
      throw ValidationError(VisitPhrase.untilNeedsRepeat.text)
    }
  }

  func run(in session: Session) throws {
    // No visit of a series is planned for the past.
    let isSure = question.yes || recurrence != nil
    let answer = try session.with(.client, client) { client in
      try session.with(.worker, ifNamed: worker) { worker in
        try session.change("visit.add", params(client: client, worker: worker), isSure: isSure)
      }
    }
    let reason = Undo.quoted(VisitPhrase.plannedByMistake.text)
    if answer["series"] != nil {
      return try session.report(answer, method: "visit.add", .planned) { series in
        .command("\(Invocation.name) series end \(series.shortID) --reason \(reason)")
      }
    }
    if session.wantsJSON { session.print(answer) }
    for visit in answer["visits"]?.array ?? [] {
      let undo = Undo.command("\(Invocation.name) cancel \(VisitWords(visit).shortID) --reason \(reason)")
      if session.wantsJSON { session.remember(undo) } else { session.report(visit: visit, undo: undo) }
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
    params["allowAbsence"] = allowAbsence ? true : nil
    return params
  }
}

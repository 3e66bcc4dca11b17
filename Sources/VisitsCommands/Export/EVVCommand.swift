import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits evv`: electronic visit verification.
struct EVVCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evv", abstract: "List visits that a payer would refuse, before anyone sends them.",
    subcommands: [EVVCheckCommand.self, EVVCodeCommand.self], defaultSubcommand: EVVCheckCommand.self)
}

/// `visits evv check`: visits that would be refused.
struct EVVCheckCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "List visits that a payer would refuse as they are, with the reasons.",
    discussion: """
      By default today's visits. Only visits that were made are checked, and visits whose time is over without a \
      record.

      --profile also names the fields that the aggregator's records would lack, and where to set each.
      """)

  @Option(help: "An aggregator whose fields are checked too: sandata or hhax.")
  var profile: AggregatorProfile?

  @OptionGroup var window: WindowOptions

  @Option(name: .shortAndLong, help: "Only for this worker.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Only for this client.", completion: .client)
  var client: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        var params: JSONObject = [
          "worker": worker?.json, "client": client?.json, "profile": profile?.rawValue.json, "limit": 1000,
        ]
        window.set(in: &params, otherwise: "today")
        var refused = 0
        var checked: Int64 = 0
        repeat {
          let page = try window.explaining { try session.read("evv.check", params) }
          let findings = page["visits"]?.array ?? []
          if session.wantsJSON { session.print(page) } else { findings.forEach { show($0, in: session) } }
          refused += findings.count
          checked += page["checked"]?.amount ?? 0
          params["after"] = page["next"]?.string?.json
        } while params["after"] != nil
        if session.wantsJSON { return }
        session.tell(ReportPhrase.wouldBeRefused(count: checked, [.completed: Amount.count(Int64(refused))]))
      }
    }
  }

  /// A visit, and under it what is wrong with it.
  private func show(_ finding: JSONValue, in session: Session) {
    let visit = VisitWords(finding["visit"] ?? .null)
    session.print(session.screen.paragraph("\(visit.shortID)  \(visit.sentence)", .bold))
    for problem in finding["problems"]?.array ?? [] {
      session.print(session.screen.paragraph(problem["words"]?.string ?? "", indent: 10))
    }
  }
}

/// `visits evv code`: what a payer calls the service of one visit.
struct EVVCodeCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: "Set the payer's service code of one visit, if it differs from the usual one.")

  @OptionGroup var visit: VisitArgument

  @Option(help: "A procedure code and its modifiers, such as T1019:U1; an empty text removes it.")
  var code: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    parameter == "serviceCode" ? "--code" : OptionName.of(parameter: parameter)
  }

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    var params = JSONObject()
    params.set(erasable: "serviceCode", code)
    let answer = try session.change("visit.change", of: visit, params)
    let before = visit.before["serviceCode"]?.string ?? ""
    try session.report(
      answer, of: visit, undo: .command("\(Invocation.name) evv code \(Undo.name(visit)) --code \(Undo.quoted(before))")
    )
  }
}

/// An aggregator whose own form a record can have.
enum AggregatorProfile: String, CaseIterable, ExpressibleByArgument {
  case sandata
  case hhax
}

import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// `visits list`: visits of a window.
struct ListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List visits; by default today's.")

  @OptionGroup var window: WindowOptions

  @Option(name: .shortAndLong, help: "Only for this worker.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Only for this client.", completion: .client)
  var client: String?

  @Option(
    help: ArgumentHelp("Only in this state, may be given again: \(Self.states).", valueName: "state"),
    completion: .state)
  var status: [String] = []

  @Flag(help: "Only unassigned visits.")
  var open = false

  @Option(parsing: .unconditional, help: "At most this many, 1 to 1000.")
  var limit = 1000

  @Option(help: "The token that the previous page printed.")
  var after: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    for state in status where VisitStatus(rawValue: state) == nil {
      let meant = Nearest.name(to: state, among: VisitStatus.allCases.map(\.rawValue))
      throw ValidationError(ProgramPhrase.refusal(of: state, for: "--status", choices: Self.states, nearest: meant))
    }
  }

  func run(in session: Session) throws {
    let page = try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        let params = params(worker: worker, client: client, isForPeople: !session.wantsJSON)
        return try window.explaining { try session.read("visit.list", params) }
      }
    }
    if session.wantsJSON { return session.print(page) }
    session.print(VisitSheet.lines(page["visits"]?.array ?? [], on: session.screen))
    if let next = page["next"]?.string {
      session.tell("\(ProgramPhrase.moreFollowBelow.text)\n  --after \(next.onOneLine)")
    }
  }

  private static var states: String { VisitStatus.allCases.map(\.rawValue).joined(separator: ", ") }

  private func params(worker: String?, client: String?, isForPeople: Bool) -> JSONObject {
    var params: JSONObject = ["worker": worker?.json, "client": client?.json]
    window.set(in: &params, otherwise: "today")
    params["status"] = status.isEmpty ? nil : .array(status.map(\.json))
    // A program that adds up days counts each visit once.
    params["overnight"] = isForPeople ? true : nil
    params["open"] = open ? true : nil
    params["limit"] = .integer(Int64(limit))
    params["after"] = after?.json
    return params
  }
}

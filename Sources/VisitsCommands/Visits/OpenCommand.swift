import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits open`: the visits without a worker.
struct OpenCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "List unassigned visits, from today on.")

  @Option(name: .shortAndLong, help: "Only for this client.", completion: .client)
  var client: String?

  @OptionGroup var window: WindowOptions

  @Option(parsing: .unconditional, help: "At most this many, 1 to 1000.")
  var limit = 100

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let page = try session.with(.client, ifNamed: client) { client in
      var params: JSONObject = [
        "localFrom": window.hasStart ? nil : "today", "client": client?.json, "open": true,
        "status": ["scheduled", "inProgress"], "limit": .integer(Int64(limit)),
      ]
      window.set(in: &params, otherwise: nil)
      return try window.explaining { try session.read("visit.list", params) }
    }
    if session.wantsJSON { return session.print(page) }
    let visits = page["visits"]?.array ?? []
    session.print(VisitSheet.lines(visits, on: session.screen))
    if let first = visits.first {
      let command = "\(Invocation.name) assign \(VisitWords(first).shortID) --suggest"
      session.tell(VisitPhrase.whoCould([.command: command]))
    }
    if page["next"]?.string != nil { session.tell(ProgramPhrase.moreInWindow.text) }
  }
}

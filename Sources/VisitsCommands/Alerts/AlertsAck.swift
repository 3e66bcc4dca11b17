import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits alerts ack`.
struct AlertsAck: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "ack", abstract: "Acknowledge a visit's alert: it stays listed, muted.", aliases: ["acknowledge"])

  @Argument(
    help: ArgumentHelp(
      "The visit: its id or the id's end, as the list shows it, or a part of the client's name.", valueName: "visit"),
    completion: .visit)
  var visit: String

  @Option(name: .shortAndLong, help: "What you do about it.")
  var note: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let open = try session.readAll("alert.list", "alerts", ["open": true])
    let found = Self.alerts(of: visit, among: open)
    let visits = Dictionary(grouping: found) { $0["visit"]?.string ?? "" }
    guard visits.count < 2 else {
      throw Failure.usage(
        VisitPhrase.ambiguous(count: Int64(visits.count), [.text: visit]),
        advice: AlertSheet.lines(visits.values.compactMap(\.first).prefix(20).map { $0 }, on: session.screen).sorted())
    }
    guard !found.isEmpty else {
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: EmergencyPhrase.noAlertOf([.text: visit.onOneLine]),
          data: ["thing": "alert", "id": visit.json]),
        advice: [EmergencyPhrase.seeAlerts([.command: "\(Invocation.name) alerts"])])
    }
    for alert in found where alert["state"] == "open" || found.count == 1 {
      let answer = try session.change("alert.acknowledge", ["alert": alert["id"], "note": note?.json])
      session.rememberForGood()
      if session.wantsJSON {
        session.print(answer)
      } else if let alert = answer["alert"] {
        session.print(AlertSheet.lines([alert], on: session.screen))
      }
    }
  }

  /// Those of the visit of that id, else of the clients of that name.
  private static func alerts(of visit: String, among open: [JSONValue]) -> [JSONValue] {
    let text = visit.lowercased()
    let byID = open.filter { alert in
      guard let id = alert["visit"]?.string, text.utf8.count >= 4 else { return false }
      return id.hasPrefix(text) || id.hasSuffix(text) || alert["id"]?.string == text
    }
    // An empty name would be everybody's.
    guard byID.isEmpty, text.contains(where: { !$0.isWhitespace }) else { return byID }
    return open.filter { $0["display"]?["title"]?.string?.lowercased().contains(text) ?? false }
  }
}

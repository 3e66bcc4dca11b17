import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits alerts list`.
struct AlertsListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List current alerts: late and missed visits, unassigned visits that are due, overlaps.",
    discussion: "With --all, past alerts too, the newest first.")

  @Option(name: .shortAndLong, help: "Only for this worker's visits.", completion: .worker)
  var worker: String?

  @Option(parsing: .unconditional, help: "Only those raised on that day or later.", completion: .day)
  var since: String?

  @Flag(help: "Also those that are over.")
  var all = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    var params = JSONObject()
    let answer = try session.with(.worker, ifNamed: worker) { id in
      params = ["open": all ? nil : true, "worker": id?.json, "limit": 1000]
      params.set(day: "since", since)
      return try session.read("alert.list", params)
    }
    if session.wantsJSON { return session.print(answer) }
    let alerts = answer["alerts"]?.array ?? []
    let emergencies = try session.read("emergency.list", ["open": true])["emergencies"]?.array ?? []
    for emergency in emergencies { session.print(EmergencyWords(emergency).head(on: session.screen)) }
    if !emergencies.isEmpty { session.print("") }
    if alerts.isEmpty {
      session.print(
        all
          ? session.screen.style(.dim, EmergencyPhrase.noAlerts.text)
          : EmergencyWords.calm(emergencies, on: session.screen))
    }
    session.print(AlertSheet.lines(all ? alerts : AlertSheet.mostUrgentFirst(alerts), on: session.screen))
    if let next = answer["next"]?.string {
      session.tell(EmergencyPhrase.olderAlerts([.command: Invocation.nextPage("alert.list", params, after: next)]))
    }
  }
}

import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits emergency list`.
struct EmergencyListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List open emergencies; with --all, resolved ones too.")

  @Option(name: .shortAndLong, help: "Only this worker's.", completion: .worker)
  var worker: String?

  @Flag(help: "Also those that are over.")
  var all = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.with(.worker, ifNamed: worker) { id in
      try session.read("emergency.list", ["open": all ? nil : true, "worker": id?.json])
    }
    if session.wantsJSON { return session.print(answer) }
    let emergencies = (answer["emergencies"]?.array ?? []).map(EmergencyWords.init)
    if emergencies.isEmpty {
      session.print(session.screen.style(.dim, (all ? EmergencyPhrase.none : .noneOpen).text))
    }
    for (number, emergency) in emergencies.enumerated() {
      if number > 0 { session.print("") }
      session.print(emergency.lines(on: session.screen))
    }
  }
}

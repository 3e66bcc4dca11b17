import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits emergency ack`.
struct EmergencyAck: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "ack",
    abstract: "Acknowledge an emergency: paging stops, and starts again if it is not resolved in time.",
    aliases: ["acknowledge"])

  @OptionGroup var emergency: EmergencyArgument

  @Option(name: .shortAndLong, help: "What you do about it.")
  var note: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let emergency = try emergency.choose(in: session)
    let answer = try session.change("emergency.acknowledge", ["emergency": emergency.id.json, "note": note?.json])
    session.rememberForGood()
    let first = emergency.json["acknowledged"]?["by"]?.string?.onOneLine
    if let first, !session.wantsJSON {
      let phrase: EmergencyPhrase = note == nil ? .hadAcknowledged : .hadAcknowledgedNote
      session.tell("visits: \(phrase([.name: first]))")
    }
    try session.report(answer, method: "emergency.acknowledge") { worker in
      [EmergencyPhrase.whenOver([.command: "\(Invocation.name) emergency resolve \(worker) --note \"…\""])]
    }
  }
}

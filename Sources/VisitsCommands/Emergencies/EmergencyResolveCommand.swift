import ArgumentParser
import JSON

/// `visits emergency resolve`.
struct EmergencyResolveCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Resolve an emergency, and say how it ended.")

  @OptionGroup var emergency: EmergencyArgument

  @Option(name: .shortAndLong, help: "How it ended.")
  var note: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let emergency = try emergency.choose(in: session)
    let answer = try session.change("emergency.resolve", ["emergency": emergency.id.json, "note": note.json])
    session.rememberForGood()
    try session.report(answer, method: "emergency.resolve")
  }
}

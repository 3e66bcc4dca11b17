import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits move`: another time.
struct MoveCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a visit to another time; without --end it keeps its length.")

  @OptionGroup var visit: VisitArgument

  @Option(name: .shortAndLong, help: "When it starts, such as \"tomorrow 14:30\".")
  var start: String?

  @Option(name: .shortAndLong, help: "When it ends.")
  var end: String?

  @Flag(help: "Allow it to overlap another visit of the worker.")
  var allowOverlap = false

  @Flag(help: "Allow it while the worker is away.")
  var allowAbsence = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard start != nil || end != nil else { throw ValidationError(VisitPhrase.toWhen.text) }
  }

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    var params: JSONObject = [
      "allowOverlap": allowOverlap ? true : nil, "allowAbsence": allowAbsence ? true : nil,
    ]
    params.set(time: "start", start)
    params.set(time: "end", end)
    let answer = try session.change("visit.change", of: visit, params)
    try session.report(answer, of: visit, undo: .move(visit))
  }
}

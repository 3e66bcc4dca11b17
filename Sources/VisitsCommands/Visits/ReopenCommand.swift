import ArgumentParser
import JSON

/// `visits reopen`: taken back.
struct ReopenCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Reopen a completed, missed or cancelled visit.",
    discussion: "A visit in progress goes back to scheduled too, where its check-in was a slip.")

  @OptionGroup var visit: VisitArgument

  @Option(name: .shortAndLong, help: "The reason.")
  var reason: String

  @Option(
    help: "The new state: scheduled (the default) or inProgress.", completion: .list(["scheduled", "inProgress"]))
  var to: String?

  @Flag(help: "Allow it to overlap another visit of the worker.")
  var allowOverlap = false

  @Flag(help: "Allow it while the worker is away.")
  var allowAbsence = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    let answer = try session.change(
      "visit.reopen", of: visit,
      [
        "reason": reason.json, "to": to?.json, "allowOverlap": allowOverlap ? true : nil,
        // An undo puts a visit back where it stood.
        "allowAbsence": allowAbsence || session.changes.isUndoing ? true : nil,
      ])
    try session.report(answer, of: visit, undo: .end(visit, reopened: answer["visit"]))
  }
}

import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits correct`: check-in and check-out mended afterwards.
struct CorrectCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "correct", abstract: "Correct check-in or check-out times; the first values stay in the record.")

  @OptionGroup var visit: VisitArgument

  @Option(help: "The actual check-in time.")
  var checkIn: String?

  @Option(help: "The actual check-out time.")
  var checkOut: String?

  @Option(
    name: .shortAndLong, help: "forgotten, device, noSignal, wrongVisit, or other with a note.",
    completion: .correctionReason)
  var reason: String

  @Option(help: "A note.")
  var note: String?

  @OptionGroup var question: QuestionOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard checkIn != nil || checkOut != nil else {
      throw ValidationError(VisitPhrase.nothingToCorrect.text)
    }
  }

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    var params: JSONObject = ["reason": reason.json, "note": note?.json]
    params.set(time: "checkIn", checkIn)
    params.set(time: "checkOut", checkOut)
    let answer = try session.change("visit.correct", of: visit, params, isSure: question.yes)
    let checks = [("checkIn", "--check-in", checkIn), ("checkOut", "--check-out", checkOut)].filter { $0.2 != nil }
    try session.report(
      answer, of: visit, undo: .correct(visit, checks.map { ($0.0, $0.1) }, after: answer["visit"]))
  }
}

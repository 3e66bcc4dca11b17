import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits away end`: a worker is back.
struct AwayEnd: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End an absence now, or withdraw one that has not begun.")

  @Argument(
    help: "An id as list shows it, or its beginning or end; or a worker who has one absence only.", completion: .worker)
  var absence: String

  @Flag(help: "It was a mistake: give the worker the freed visits back that are still open.")
  var undo = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    parameter == "absence" ? "ABSENCE" : OptionName.of(parameter: parameter)
  }

  func run(in session: Session) throws {
    let before = try choose(in: session)
    let answer = try session.change(
      "absence.end",
      ["absence": before.id.json, "giveBack": undo ? true : nil, "expectedVersion": before.json["version"]])
    if session.wantsJSON {
      return session.print(answer, undo: before.again(freeing: answer["visits"]?.array ?? []))
    }
    try session.report(ended: answer, before)
  }

  private func choose(in session: Session) throws -> AbsenceWords {
    var found = try named(JSONObject(), in: session)
    // Only an id names an absence that is over.
    if found.isEmpty { found = try named(["all": true], in: session).filter { $0.isNamedByID(absence) } }
    switch found.count {
    case 1: return found[0]
    case 0:
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: AbsencePhrase.noSuch([.text: absence]),
          data: ["thing": "absence", "id": absence.json]),
        advice: [ProgramPhrase.seeWhichThereAre([.command: "\(Invocation.name) away list"])])
    default:
      throw Failure.usage(
        AbsencePhrase.ambiguous(count: Int64(found.count), [.text: absence]),
        advice: found.map { "\($0.id.suffix(8))  \($0.sentence)" })
    }
  }

  private func named(_ params: JSONObject, in session: Session) throws -> [AbsenceWords] {
    try session.readAll("absence.list", "absences", params).map(AbsenceWords.init).filter { $0.isNamed(by: absence) }
  }
}

import Catalog
import CommandCatalog
import JSON

/// An absence as the API shows it, in words for the screen.
struct AbsenceWords {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String { json["id"]?.string ?? "" }
  /// Where it stands: `planned`, `current`, `over` or `takenBack`.
  var state: String { json["state"]?.string ?? "" }
  /// Who is away, by id.
  var worker: String { json["worker"]?.string ?? "" }
  /// The worker's name.
  var title: String { words("title") ?? worker }
  /// "Linh Tran, sick, Nov 20 - Nov 22: Away now".
  var sentence: String {
    VisitPhrase.sentence([.name: title, .text: "\(reason), \(time)", .status: words("status") ?? ""])
  }

  /// A phrase with the worker's name, the reason and the time filled in.
  func callAsFunction(_ phrase: AbsencePhrase) -> String {
    phrase([.name: title, .reason: reason, .time: time])
  }

  /// The command that takes the absence back, and gives the worker the freed visits.
  var undo: String { "\(Invocation.name) away end \(id.suffix(8)) --undo" }

  /// The commands that record the same absence again. The visits that the worker had all the while stay.
  ///
  /// - Parameter given: The visits that the worker has got back, and has no more then.
  func again(freeing given: [JSONValue]) -> Undo {
    let names = given.map { VisitWords($0).shortID }
    let commands = names.map { "\(Invocation.name) unassign \($0)" }
    guard names.count > 1 else { return commands.first.map { .steps(again, $0) } ?? .command(again) }
    let loop = "for visit in \(names.joined(separator: " ")); do \(Invocation.name) unassign $visit; done"
    return .loop("\(again) && \(loop)", of: [again] + commands)
  }

  private var again: String {
    let (from, to) = (json["from"]?.string ?? "", json["to"]?.string ?? "")
    let note = json["note"]?.string.map { " --note \(Undo.quoted($0))" } ?? ""
    return "\(Invocation.name) away \(worker) --from \(from) --to \(to) --reason \(json["reason"]?.string ?? "")\(note)"
      + " --keep"
  }

  /// Whether a text names it: the worker's id, a part of their name, or the beginning or end of the id.
  func isNamed(by text: String) -> Bool {
    let text = text.lowercased()
    return worker == text || (!text.isEmpty && title.lowercased().contains(text)) || isNamedByID(text)
  }

  /// Whether a text is the beginning or end of the id.
  func isNamedByID(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.utf8.count >= 4 && (id.hasPrefix(text) || id.hasSuffix(text))
  }

  /// A row of a list.
  var row: [Sheet.Cell] {
    let holds = state == "current" || state == "planned"
    return [
      Sheet.Cell(title, holds ? .bold : .dim), Sheet.Cell(reason), Sheet.Cell(time), Sheet.Cell(words("status")),
      Sheet.Cell(json["note"]?.string), Sheet.Cell(String(id.suffix(8)), .dim),
    ]
  }

  private var reason: String { words("reason") ?? "" }
  private var time: String { words("time") ?? "" }

  private func words(_ name: String) -> String? { json["display"]?[name]?.string?.onOneLine }
}

import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// The answer to a question, given before it is asked.
struct QuestionOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask about a time that looks like a slip.")
  var yes = false
}

extension Session {
  /// Whether the reader of standard error can be asked, and answer by the keyboard.
  var canAsk: Bool { errors.terminalColumns != nil && machine.hasKeyboard && !wantsJSON }

  /// Makes a change of which a time may be a slip of the hand. On a terminal, this is asked before anything is changed.
  /// In a script the change is made, and the warning goes to standard error.
  ///
  /// - Parameter isSure: Whether to ask nothing on a terminal either.
  func change(_ method: String, _ params: JSONObject, isSure: Bool) throws -> JSONValue {
    guard canAsk, !isSure, !changes.isUndoing else {
      let answer = try change(method, params)
      for words in Self.warnings(of: answer) { tell("visits: \(words)") }
      return answer
    }
    try ask(before: method, params)
    return try change(method, params)
  }

  /// Asks about what looks like a slip in a change, beside the visit as the change would leave it.
  private func ask(before method: String, _ params: JSONObject) throws {
    var trial = params
    trial["dryRun"] = true
    let answer = try change(method, trial)
    let warnings = Self.warnings(of: answer)
    guard !warnings.isEmpty else { return }
    let visit = VisitWords(answer["visit"] ?? answer["visits"]?.array?.first ?? .null)
    let screen = Screen(for: errors, environment: machine.environment)
    let card = screen.paragraph(visit.title, .bold) + screen.paragraph(visit.plan, indent: 2)
    let doubts = warnings.flatMap { screen.paragraph($0, .yellow, indent: 4, first: screen.style(.yellow, "  ⚠ ")) }
    for line in card + doubts { tell(line) }
    try confirm()
  }

  /// Asks whether to go ahead.
  ///
  /// - Throws: That nothing was changed, unless the answer is yes.
  func confirm() throws {
    guard isAnswerYes() else {
      throw Failure(
        error: RPCError(code: -32000, kind: "declined", message: DaemonPhrase.nothingChanged.text), status: .refused)
    }
  }

  /// Whether the line that is typed says yes. The end of the input is a no.
  private func isAnswerYes() -> Bool {
    errors.write("\(ProgramPhrase.goAhead.text) ")
    guard let line = machine.nextLine() else {
      errors.write("\n")
      return false
    }
    let typed = line.lowercased().filter { !$0.isWhitespace }
    return ProgramPhrase.yes.text.split(separator: ",").contains { $0.filter { !$0.isWhitespace } == typed }
  }

  private static func warnings(of answer: JSONValue) -> [String] {
    (answer["warnings"]?.array ?? []).compactMap { $0["words"]?.string?.onOneLine }
  }
}

import Catalog
import CommandCatalog
import JSON
import JSONRPC

extension RPCError {
  /// What a person is told: which rule a value does not keep, in the language of this run, where the error tells it in
  /// its `data`; else the message.
  ///
  /// - Parameter name: the option of a parameter.
  func words(naming name: (String) -> String) -> String {
    // A parameter that has no option is called as the API calls it.
    guard let field = data["field"]?.string, case let option = name(field), option != "\"\(field)\"",
      let words = ruleWords(of: option)
    else { return message(naming: name) }
    return words
  }

  private func ruleWords(of option: String) -> String? {
    let found = data["found"]
    switch data["rule"]?.string {
    case "missing": return "\(ParserPhrase.missingArgument([.option: option]))."
    case "range":
      guard let minimum = data["minimum"]?.integer, let maximum = data["maximum"]?.integer, let found else {
        return nil
      }
      // As a person types them, without anything between the thousands.
      return RulePhrase.range([
        .option: option, .start: String(minimum), .end: String(maximum), .value: found.string ?? found.text,
      ])
    case "choice":
      guard let choices = data["choices"]?.array?.compactMap(\.string), let value = found?.string else { return nil }
      return ProgramPhrase.refusal(
        of: value, for: option, choices: choices.joined(separator: ", "),
        nearest: Nearest.name(to: value, among: choices))
    case "blank": return RulePhrase.blank([.option: option])
    case "length":
      guard let minimum = data["minimum"]?.integer, let maximum = data["maximum"]?.integer,
        let length = data["length"]?.integer
      else { return nil }
      if length == 0, minimum == 1 { return RulePhrase.blank([.option: option]) }
      guard length > maximum else { return nil }
      return RulePhrase.tooLong(count: maximum, [.option: option, .value: String(length)])
    case "form":
      // In English the daemon says more than that.
      guard CommandLanguage.current != .english, let value = found?.string else { return nil }
      guard let example = data["example"]?.string else { return RulePhrase.form([.option: option, .value: value]) }
      return RulePhrase.formExample([.option: option, .value: value, .text: example])
    default: return nil
    }
  }
}
